//! NUL-separated messages over two byte streams: `--remote-debugging-pipe`.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};

use super::{MessageReader, MessageWriter, Transport};

/// As large as a Linux pipe holds, so that one read empties it.
const BUFFER: usize = 64 * 1024;

/// A pair of byte streams.
#[derive(Debug)]
pub struct Pipe<R, W> {
    /// What the browser writes.
    pub from_browser: R,
    /// What the browser reads.
    pub to_browser: W,
}

impl<R, W> Transport for Pipe<R, W>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Reader = PipeReader<R>;
    type Writer = PipeWriter<W>;

    fn name(&self) -> &'static str {
        "pipe"
    }

    fn split(self) -> (Self::Reader, Self::Writer) {
        let reader = BufReader::with_capacity(BUFFER, self.from_browser);
        (
            PipeReader {
                reader,
                partial: Vec::new(),
            },
            PipeWriter(self.to_browser),
        )
    }
}

/// The reading half.
#[derive(Debug)]
pub struct PipeReader<R> {
    reader: BufReader<R>,
    /// Kept here, not in the future, so that a read that is dropped half-way loses nothing.
    partial: Vec<u8>,
}

impl<R: AsyncRead + Unpin + Send + 'static> MessageReader for PipeReader<R> {
    async fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.reader.read_until(0, &mut self.partial).await?;
        match self.partial.pop() {
            Some(0) => Ok(Some(std::mem::take(&mut self.partial))),
            Some(_) => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the browser stopped in the middle of a message",
            )),
            None => Ok(None),
        }
    }
}

/// The writing half.
#[derive(Debug)]
pub struct PipeWriter<W>(W);

impl<W: AsyncWrite + Unpin + Send + 'static> MessageWriter for PipeWriter<W> {
    async fn write(&mut self, mut message: Vec<u8>) -> io::Result<()> {
        message.push(0);
        self.0.write_all(&message).await?;
        self.0.flush().await
    }
}
