//! The answers to the calls of a page about its tables.

use std::fmt;

use engine::{Clock, Limits, Request, StopFlag, TimeLimit};
use play::{Games, Language, Study, Texts, Turn};
use serde_json::{Value, json};
use tabletop::limits::{ANALYSIS_HASH, ANALYSIS_TIME, LINES};
use tabletop::{
    Identity, Means, Refusal, Right, Table, TablePlan, TableRecord, TableView, Visitor, Work,
};

use crate::boundary::Answering;
use crate::call::Call;

/// The size of the transposition table in MiB with which the suite of the fingerprint is searched.
const BENCH_HASH: usize = 16;

/// The tables of a page without a server.
pub struct Module {
    games: Games,
    clock: Clock,
    /// The texts that the page has given, by language.
    texts: [Texts; Language::ALL.len()],
    /// The last record and its table, so that a game is not replayed for each call.
    last: Option<(String, Table)>,
}

impl Module {
    /// A module for these games.
    #[must_use]
    pub fn new(games: Games, clock: Clock) -> Self {
        Self { games, clock, texts: Default::default(), last: None }
    }

    fn call(&mut self, call: Call) -> Result<Value, Refusal> {
        match call {
            Call::Texts { language, texts } => {
                let language: Language = language.parse()?;
                self.texts[language as usize] = Texts::from(texts);
                Ok(json!({}))
            }
            Call::Create { wanted, random, now } => {
                let mut random = Random(random.iter());
                let id = random.id()?;
                let plan = wanted.plan(&self.games, random.number()?)?;
                self.create(&id, plan, random, now)
            }
            Call::Show { id, record, query } => {
                let table = self.enter(&record, &query)?;
                let view = self.visitor(&id, &query, 0).view(&table)?;
                self.stored(table, false, Some(view))
            }
            Call::Act { id, record, query, act, now } => {
                let mut table = self.enter(&record, &query)?;
                let view = self.visitor(&id, &query, now).act(&mut table, &act)?;
                self.stored(table, true, Some(view))
            }
            Call::Analysis { id, record, query, random, now } => {
                let plan = self.enter(&record, &query)?.analysis_plan(&id)?;
                let mut random = Random(random.iter());
                let id = random.id()?;
                self.create(&id, plan, random, now)
            }
            Call::Again { record, query, random, now } => self.again(&record, &query, &random, now),
            Call::Threats { record, query } => {
                Ok(json!({ "threats": self.enter(&record, &query)?.threats()? }))
            }
            Call::Record { record, query } => self.text(&record, &query),
            Call::Delete { record, query } => match self.table(&record)?.right(&query.token)? {
                Right::Host => Ok(json!({})),
                _ => Err(Refusal::Forbidden),
            },
            Call::Next { record } => {
                let table = self.table(&record)?;
                let work = match table.work() {
                    Work::Nothing => "nothing",
                    Work::Deal => "deal",
                    Work::Think { .. } => "think",
                };
                Ok(json!({ "work": work, "version": table.kept.version }))
            }
            Call::Engine { record } => Ok(json!(self.table(&record)?.game.engine())),
            Call::Deal { record, version, now } => self.change(&record, version, now, Table::deal),
            Call::Play { record, version, mv, now } => {
                self.change(&record, version, now, |table| table.step(&mv))
            }
            Call::Choose { record } => self.choose(&record),
            question => self.question(question),
        }
    }

    /// Answers a question about a game.
    fn question(&mut self, call: Call) -> Result<Value, Refusal> {
        match call {
            Call::Why { record, query, from, stop } => {
                let table = self.enter(&record, &query)?;
                let texts = &self.texts[query.language() as usize];
                Ok(json!({ "why": table.why(&query, texts, from.as_deref(), &stop)? }))
            }
            Call::Weigh { record, query, mv } => {
                let weighing = self.enter(&record, &query)?.weighing(&query, &mv)?;
                Ok(json!(weighing.answer(Means::default())?))
            }
            Call::Hint { record, query } => {
                let mut question = self.enter(&record, &query)?.hint_question(&query)?;
                Ok(json!(tabletop::hint(&mut *question, Means::default(), &|| true)))
            }
            Call::Course { record, query } => {
                let question = self.enter(&record, &query)?.course_question()?;
                Ok(json!(question.answer(&self.games, Means::default(), &|| true)?))
            }
            Call::Analyse { record, query, lines } => self.analyse(&record, &query, lines),
            Call::Bench { text, depth, nodes } => {
                self.bench(&text, Limits { depth, nodes, time: None })
            }
            _ => Err(Refusal::Unreadable("the call is no question".to_owned())),
        }
    }

    /// The table of a record.
    fn table(&mut self, record: &str) -> Result<Table, Refusal> {
        if let Some((last, table)) = &self.last
            && last == record
        {
            return Ok(table.clone());
        }
        let table = Table::restore(TableRecord::from_json(record.as_bytes())?, &self.games)?;
        self.last = Some((record.to_owned(), table.clone()));
        Ok(table)
    }

    /// Makes the table of the next game.
    fn again(
        &mut self,
        record: &str,
        query: &Identity,
        random: &[String],
        now: u64,
    ) -> Result<Value, Refusal> {
        let mut random = Random(random.iter());
        let id = random.id()?;
        let table = self.enter(record, query)?;
        let next = table.next_game(&self.games, random.number()?, now)?;
        self.made(&id, next)
    }

    /// The text of a finished game.
    fn text(&mut self, record: &str, query: &Identity) -> Result<Value, Refusal> {
        let game = self.enter(record, query)?.game;
        if game.turn() != Turn::Over {
            return Err(Refusal::NotNow("the game is not over"));
        }
        Ok(json!({ "text": game.text() }))
    }

    /// The table of a record, for the holder of one of its tokens.
    fn enter(&mut self, record: &str, query: &Identity) -> Result<Table, Refusal> {
        let table = self.table(record)?;
        table.right(&query.token)?;
        Ok(table)
    }

    /// A requester. `now` is the time in seconds of the Unix clock.
    fn visitor<'a>(&'a self, id: &'a str, identity: &'a Identity, now: u64) -> Visitor<'a> {
        let texts = &self.texts[identity.language() as usize];
        Visitor { id, identity, texts, now: now.saturating_mul(1000) }
    }

    /// Makes a table.
    fn create(
        &mut self,
        id: &str,
        plan: TablePlan,
        mut random: Random<'_>,
        now: u64,
    ) -> Result<Value, Refusal> {
        let mut tokens = Vec::new();
        for _ in 0..plan.controllers.len() + 2 {
            tokens.push(random.token()?);
        }
        let token = || tokens.pop().unwrap_or_default();
        let table = Table::new(plan, &self.games, token, now)?;
        self.made(id, table)
    }

    /// The answer with a new table.
    fn made(&mut self, id: &str, table: Table) -> Result<Value, Refusal> {
        let token = table.host_token();
        let mut answer = self.stored(table, true, None)?;
        (answer["id"], answer["token"]) = (id.into(), token.into());
        Ok(answer)
    }

    /// Changes a table, unless it has moved on since this version.
    fn change(
        &mut self,
        record: &str,
        version: u64,
        now: u64,
        change: impl FnOnce(&mut Table) -> Result<(), Refusal>,
    ) -> Result<Value, Refusal> {
        let mut table = self.table(record)?;
        if table.kept.version != version {
            return Err(Refusal::NotNow("the table has moved on"));
        }
        table.change(now.saturating_mul(1000), change)?;
        self.stored(table, true, None)
    }

    /// The answer with the record of a table, if it has changed.
    fn stored(
        &mut self,
        table: Table,
        changed: bool,
        view: Option<TableView>,
    ) -> Result<Value, Refusal> {
        let version = table.kept.version;
        let mut answer = json!({ "record": null, "version": version });
        if changed {
            let record = table.record().to_json();
            let record = record.map_err(|error| Refusal::Damaged(error.to_string()))?;
            answer["record"] = record.as_str().into();
            self.last = Some((record, table));
        }
        if let Some(view) = view {
            answer["table"] = json!(view);
        }
        Ok(answer)
    }

    /// Chooses a move of the engine.
    fn choose(&mut self, record: &str) -> Result<Value, Refusal> {
        let table = self.table(record)?;
        let Work::Think { level, seed, mut question } = table.work() else {
            return Err(Refusal::NotNow("the engine is not to move"));
        };
        question.set_clock(self.clock);
        let mv = question.choose(level, seed, &StopFlag::default());
        Ok(json!({ "move": mv, "version": table.kept.version }))
    }

    /// Analyses the position of a table.
    fn analyse(&mut self, record: &str, query: &Identity, lines: usize) -> Result<Value, Refusal> {
        let table = self.enter(record, query)?;
        let version = table.kept.version;
        let Some(mut question) = table.analysis_question(query)? else {
            return Ok(json!({ "opinion": null, "version": version }));
        };
        question.set_clock(self.clock);
        let started = (self.clock)();
        let time = Some(TimeLimit::for_move(started, ANALYSIS_TIME));
        let request = Request::from(Limits { time, ..Limits::default() });
        let study = Study { request: request.variations(lines.min(LINES)), hash: ANALYSIS_HASH };
        let opinion = question.study(&study, &mut |_| true);
        Ok(json!({ "opinion": opinion, "version": version }))
    }

    /// Searches a position, as `engine bench` does.
    fn bench(&mut self, text: &str, limits: Limits) -> Result<Value, Refusal> {
        let mut game = self.games.open(text, 0)?;
        game.show_all();
        let mut question = game.question().ok_or(Refusal::NotNow("nobody is to act"))?;
        let study = Study { request: Request::from(limits), hash: BENCH_HASH };
        Ok(json!(question.study(&study, &mut |_| true)))
    }
}

impl Answering for Module {
    fn answer(&mut self, call: &str) -> String {
        let answer = Call::read(call).and_then(|call| self.call(call)).unwrap_or_else(|refusal| {
            let mut json = refusal.to_json();
            json["status"] = refusal.status().into();
            json
        });
        answer.to_string()
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Module").finish_non_exhaustive()
    }
}

/// Random numbers of the page, each of up to 16 hexadecimal digits.
struct Random<'a>(std::slice::Iter<'a, String>);

impl Random<'_> {
    fn number(&mut self) -> Result<u64, Refusal> {
        let number = self.0.next().and_then(|digits| u64::from_str_radix(digits, 16).ok());
        number.ok_or_else(|| {
            Refusal::Unreadable("random: expected more numbers of 16 hexadecimal digits".to_owned())
        })
    }

    fn id(&mut self) -> Result<String, Refusal> {
        Ok(format!("{:016x}", self.number()?))
    }

    fn token(&mut self) -> Result<String, Refusal> {
        Ok(format!("{:016x}{:016x}", self.number()?, self.number()?))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use engine::Moment;
    use play::{AskedPosition, EngineOfGame, Question};

    use super::*;
    use crate::Engine;
    use crate::linked::LinkedQuestion;

    thread_local! {
        static REPORTS: Cell<u32> = const { Cell::new(0) };
        static SECONDS: Cell<i64> = const { Cell::new(0) };
        static ENGINE: RefCell<Engine> =
            RefCell::new(Engine::new(EngineOfGame::ruches(), load, clock, |_| {
                REPORTS.set(REPORTS.get() + 1);
            }));
    }

    /// The packed weights of a set.
    fn load(set: &str) -> Vec<u8> {
        let found = play::packed_weights().into_iter().find(|weights| weights.set == set);
        found.expect("a set").bytes
    }

    /// A clock that goes on by a second with each look.
    fn clock() -> Moment {
        SECONDS.set(SECONDS.get() + 1);
        Moment::from_nanos(SECONDS.get() * 1_000_000_000)
    }

    fn send(call: &str) -> String {
        ENGINE.with_borrow_mut(|engine| engine.answer(call))
    }

    fn ask(position: AskedPosition) -> Box<dyn Question> {
        Box::new(LinkedQuestion::new(position, send))
    }

    /// The tables, with the engine of a game linked to them as in a browser.
    fn module() -> Module {
        Module::new(Games::asking(ask), clock)
    }

    fn call(module: &mut Module, name: &str, mut call: Value) -> Value {
        call["call"] = name.into();
        serde_json::from_str(&module.answer(&call.to_string())).expect("JSON")
    }

    fn create(module: &mut Module, seats: [u8; 2]) -> Value {
        let random: Vec<_> = (1..=16).map(|number| format!("{number:x}")).collect();
        let wanted = json!({ "game": "ruches", "seats": seats });
        call(module, "create", json!({ "wanted": wanted, "random": random, "now": 5 }))
    }

    fn code(answer: &Value) -> (&str, u64) {
        (answer["error"]["code"].as_str().unwrap_or("none"), answer["status"].as_u64().unwrap_or(0))
    }

    #[test]
    fn a_game_goes_on_from_record_to_record() {
        let module = &mut module();
        let made = create(module, [0, 1]);
        let (id, query) = (&made["id"], &json!({ "token": made["token"], "player": 0 }));
        let at = |record: &Value| json!({ "id": id, "record": record, "query": query, "now": 6 });
        let shown = call(module, "show", at(&made["record"]));
        assert_eq!((&shown["record"], &shown["version"]), (&Value::Null, &0.into()));
        let mv = shown["table"]["moves"][0].as_str().expect("a move");
        let with = |name: &str, value: Value| {
            let mut call = at(&made["record"]);
            call[name] = value;
            call
        };

        let act = with("act", json!({ "do": "step", "text": mv, "version": 0 }));
        let acted = call(module, "act", act.clone());
        assert_eq!((&acted["version"], &acted["table"]["thinking"]), (&1.into(), &true.into()));
        // The same call has the same answer: the module keeps no table.
        assert_eq!(call(module, "act", act), acted);
        let next = call(module, "next", at(&acted["record"]));
        assert_eq!((&next["work"], &next["version"]), (&"think".into(), &1.into()));
        let parts = call(module, "engine", at(&acted["record"]));
        assert_eq!(parts, json!({ "engine": "ruches", "weights": "ruches" }));
        let mut play = at(&acted["record"]);
        play["move"] = call(module, "choose", at(&acted["record"]))["move"].clone();
        play["version"] = 1.into();
        let played = call(module, "play", play.clone());
        assert_eq!(played["version"], 2);
        assert_eq!(call(module, "next", at(&played["record"]))["work"], "nothing");
        let hint = call(module, "hint", at(&played["record"]));
        assert!(hint["lines"][0]["moves"][0].is_string(), "{hint}");
        let course = call(module, "course", at(&played["record"]));
        assert_eq!(course["shares"].as_array().map(Vec::len), Some(3));
        let mut undo = at(&played["record"]);
        undo["act"] = json!({ "do": "undo" });
        let undone = call(module, "act", undo);
        assert_eq!((&undone["version"], &undone["table"]["cursor"]), (&3.into(), &0.into()));

        // An engine's move at another version.
        play["version"] = 0.into();
        assert_eq!(code(&call(module, "play", play)), ("not_now", 409));
        assert_eq!(code(&call(module, "choose", at(&made["record"]))), ("not_now", 409));
        let late = call(module, "act", with("act", json!({ "do": "undo", "version": 9 })));
        assert_eq!((code(&late), &late["table"]["version"]), (("late", 409), &0.into()));
        let input = call(module, "act", with("act", json!({ "do": "step", "text": "a1" })));
        assert_eq!((code(&input), &input["error"]["field"]), (("input", 422), &"move".into()));
    }

    #[test]
    fn only_the_host_deletes_a_table() {
        let module = &mut module();
        let made = create(module, [0, 0]);
        let host = json!({ "token": made["token"], "player": 0, "lang": "fr" });
        let mut call_ = json!({ "id": made["id"], "record": made["record"], "query": host });
        let tokens = call(module, "show", call_.clone())["table"]["tokens"].clone();
        assert_eq!(call(module, "delete", call_.clone()), json!({}));
        call_["query"]["token"] = tokens[1].clone();
        assert_eq!(code(&call(module, "delete", call_.clone())), ("forbidden", 403));
        call_["query"]["player"] = Value::Null;
        let shown = call(module, "show", call_.clone());
        assert_eq!((&shown["table"]["invited"], &shown["record"]), (&1.into(), &Value::Null));
        call_["query"]["token"] = "none".into();
        assert_eq!(code(&call(module, "show", call_)), ("forbidden", 403));
    }

    #[test]
    fn an_analysis_reports_and_ends() {
        let module = &mut module();
        let made = create(module, [0, 0]);
        let query = json!({ "token": made["token"], "player": 0 });
        let mut call_ = json!({ "record": made["record"], "query": query, "lines": 9 });
        let before = REPORTS.get();
        let last = call(module, "analyse", call_.clone());
        assert_eq!(last["opinion"]["lines"].as_array().map(Vec::len), Some(LINES));
        assert!(REPORTS.get() > before);
        call_["id"] = made["id"].clone();
        call_["random"] = json!(vec!["a"; 16]);
        call_["now"] = 7.into();
        let made = call(module, "analysis", call_);
        assert_eq!(made["id"], "000000000000000a");
    }

    #[test]
    fn wrong_calls_are_refused() {
        let module = &mut module();
        for wrong in ["", "{}", "{\"call\":\"none\"}", "{\"call\":\"next\"}", "\u{0}"] {
            let answer: Value = serde_json::from_str(&module.answer(wrong)).expect("JSON");
            assert_eq!(code(&answer), ("unreadable", 400), "{wrong}");
        }
        for record in ["", "{}", "{\"format\":2}"] {
            let answer = call(module, "next", json!({ "record": record }));
            assert_eq!(code(&answer), ("damaged", 500), "{record}");
        }
        let few = json!({ "wanted": { "game": "ruches" }, "random": ["1", "x"], "now": 0 });
        assert_eq!(code(&call(module, "create", few)), ("unreadable", 400));
        let other = json!({ "wanted": { "game": "chess" }, "random": ["1", "2"], "now": 0 });
        assert_eq!(code(&call(module, "create", other)), ("input", 422));
        let wrong = json!({ "language": "xx", "texts": {} });
        assert_eq!(code(&call(module, "texts", wrong)), ("input", 422));
    }

    #[test]
    fn the_page_gives_the_words() {
        let module = &mut module();
        let texts = tabletop::words(Language::French);
        assert_eq!(call(module, "texts", json!({ "language": "fr", "texts": texts })), json!({}));
        let made = create(module, [0, 0]);
        let query = json!({ "token": made["token"], "player": 0, "lang": "fr" });
        let act = json!({ "do": "step", "text": "9@d1" });
        let acted = call(
            module,
            "act",
            json!({ "id": made["id"], "record": made["record"], "query": query, "act": act, "now": 0 }),
        );
        let said = acted["table"]["said"][0].as_str().expect("words");
        assert!(said.contains('9') && said.contains("d1") && said != "9@d1", "{said}");
    }
}
