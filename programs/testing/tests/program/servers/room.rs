//! A disk that is really full: a small file system in memory, filled to its end.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;
use testing::file;

use super::{Server, Table, act, number};

/// A file system in memory, which is removed when this value is dropped.
struct Disk(PathBuf);

impl Disk {
    /// A disk of 256 KiB; `None` if this user may not mount one.
    fn mount(name: &str) -> Option<Self> {
        let path = file(name);
        fs::create_dir_all(&path).expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"]).arg(&path);
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        mounted.then(|| Self(path))
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }

    /// Writes a file that takes all the room, then leaves some bytes of it.
    fn fill(&self, left: usize) {
        let mut file = fs::File::create(self.filler()).expect("a file");
        let mut blocks: usize = 0;
        while file.write_all(&[0; 4096]).is_ok() {
            blocks += 1;
        }
        let length = (blocks * 4096).saturating_sub(left);
        file.set_len(length as u64).expect("a shorter file");
    }

    fn free(&self) {
        fs::remove_file(self.filler()).expect("it was made");
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// All that is refused on a full disk: acts, new tables, and taking a seat.
fn is_refused(server: &Server, table: &Table, rng: &mut ChaCha8Rng) {
    let refused = |(status, answer): (u16, serde_json::Value)| {
        assert_eq!((status, &answer["error"]["code"]), (500, &json!("storage")), "{answer}");
    };
    refused(server.ask("POST", &table.path, &act(&table.seen, rng)));
    let wanted = json!({ "game": "ruches", "seats": [0, 0] });
    refused(server.ask("POST", "/api/tables", &wanted));
    let seat = table.seen["tokens"][1].as_str().expect("a free seat");
    let taken = format!("/api/tables/{}/seat?token={seat}", table.id);
    refused(server.ask("POST", &taken, &json!({})));
    assert_eq!(server.look(table), (200, table.seen.clone()), "nothing has changed");
}

fn fill_often(name: &str, rounds: u32) {
    let Some(disk) = Disk::mount(name) else {
        println!("skipped: this user may not mount a file system");
        return;
    };
    let data: &Path = &disk.0.join("data");
    let mut rng = ChaCha8Rng::seed_from_u64(number("FAULT_SEED", 2).into());
    let mut server = Server::start(data);
    let mut table = server.table("ruches", 1);
    for round in 0..rounds {
        server.play(&mut table, rng.random_range(1..4), &mut rng);
        disk.fill(0);
        for _ in 0..3 {
            is_refused(&server, &table, &mut rng);
        }
        if round % 3 == 0 && round + 1 < rounds {
            // A kill while the disk is full loses nothing either.
            drop(server);
            server = Server::start(data);
            assert_eq!(server.look(&table), (200, table.seen.clone()));
        }
        disk.free();
        server.play(&mut table, 1, &mut rng);
    }
    let errors = server.kill();
    assert!(errors.contains("changes are stored again"), "{errors}");
    let server = Server::start(data);
    assert_eq!(server.look(&table), (200, table.seen.clone()));
}

#[test]
fn a_full_disk_is_told_and_forgotten() {
    fill_often("servers-full", 2);
}

#[test]
#[ignore = "long"]
fn a_disk_that_is_often_full() {
    let rounds = 10 * number("FAULT_ROUNDS", 10);
    fill_often("servers-often-full", rounds);
    println!("{rounds} times full");
}
