//! Reading a whole file without filling the memory: a path can name a device that never ends.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

const MIB: u64 = 1 << 20;

/// The limit in MiB for pipes and devices, whose length is unknown.
const ENDLESS: u64 = 256;

/// The bytes of a file, up to a limit in MiB.
///
/// # Errors
/// A file that cannot be read. [`ErrorKind::FileTooLarge`] if it is longer.
pub fn read_at_most(path: &Path, mib: u64) -> io::Result<Vec<u8>> {
    take(File::open(path)?, mib)
}

/// The bytes of a file of any length. For a pipe or a device there is a limit.
///
/// # Errors
/// A file that cannot be read. [`ErrorKind::FileTooLarge`] if it is a device or a pipe that does
/// not end.
pub fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return take(file, ENDLESS);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The plain text of a file of any length, also of one that was on Windows.
///
/// # Errors
/// As [`read_whole`] and [`as_text`].
pub fn read_text(path: &Path) -> io::Result<String> {
    read_whole(path).and_then(as_text)
}

/// Bytes as plain text: without a byte-order mark, with `\n` at the end of each line, and without
/// blank lines at the end.
///
/// # Errors
/// [`ErrorKind::InvalidData`] if the bytes are not UTF-8, nor UTF-16 with a byte-order mark.
pub fn as_text(bytes: Vec<u8>) -> io::Result<String> {
    let text = reader::decode(bytes);
    let text = text.ok_or_else(|| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8"))?;
    Ok(reader::plain(&text).into_owned())
}

fn take(file: File, mib: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(mib * MIB + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > mib * MIB {
        let message = format!("read more than {mib} MiB");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_too_long_is_refused() {
        let path = std::env::temp_dir().join(format!("disk-read-{}", std::process::id()));
        let mut bytes = vec![b'a'; MIB as usize];
        fs::write(&path, &bytes).unwrap();
        assert_eq!(read_at_most(&path, 1).unwrap(), bytes);
        bytes.push(b'b');
        fs::write(&path, &bytes).unwrap();
        let error = read_at_most(&path, 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "read more than 1 MiB");
        assert_eq!(read_whole(&path).unwrap(), bytes);
        fs::remove_file(&path).unwrap();
        assert_eq!(as_text(vec![0xff]).unwrap_err().kind(), ErrorKind::InvalidData);
        assert_eq!(as_text("\u{feff}a\r\nb\r\n\r\n".into()).unwrap(), "a\nb\n");
    }

    /// A device that never ends does not fill the memory, with either function.
    #[cfg(unix)]
    #[test]
    fn a_device_does_not_fill_the_memory() {
        let zero = Path::new("/dev/zero");
        for read in [read_at_most(zero, 1), read_whole(zero)] {
            assert_eq!(read.unwrap_err().kind(), ErrorKind::FileTooLarge);
        }
    }
}
