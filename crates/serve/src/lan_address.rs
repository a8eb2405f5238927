//! The address of the server in the local network.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// The address at which other devices reach a server that listens at `bound`: `None` for a loopback
/// address. If the server listens at all addresses, it is the one from which the machine sends.
///
/// ```
/// assert_eq!(serve::lan_address("127.0.0.1:8017".parse().unwrap()), None);
/// let home = "192.168.1.7:8017".parse().unwrap();
/// assert_eq!(serve::lan_address(home), Some(home));
/// ```
#[must_use]
pub fn lan_address(bound: SocketAddr) -> Option<SocketAddr> {
    if bound.ip().is_loopback() {
        return None;
    }
    if !bound.ip().is_unspecified() {
        return Some(bound);
    }
    // The address of some other machine; the program sends nothing to it.
    let others: [(SocketAddr, SocketAddr); 2] = [
        ((Ipv4Addr::UNSPECIFIED, 0).into(), (Ipv4Addr::new(192, 0, 2, 1), 9).into()),
        (
            (Ipv6Addr::UNSPECIFIED, 0).into(),
            (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1), 9).into(),
        ),
    ];
    let found = others.iter().filter(|(own, _)| own.is_ipv4() || bound.is_ipv6()).find_map(
        |(own, other)| {
            let socket = UdpSocket::bind(own).ok()?;
            socket.connect(other).ok()?;
            Some(socket.local_addr().ok()?.ip())
        },
    );
    let ip = found.filter(|ip| !ip.is_loopback() && !ip.is_unspecified())?;
    Some(SocketAddr::new(ip, bound.port()))
}
