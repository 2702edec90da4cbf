// The protocol's framing.

/**
 * Cuts bytes that arrive in any portions into messages.
 *
 * @param {(message: any) => void} take
 * @returns {(bytes: Buffer) => void}
 */
export function messages(take) {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const head = rest.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, head).toString())[1]);
      const body = rest.subarray(head + 4, head + 4 + length);
      if (body.length < length) return;
      rest = rest.subarray(head + 4 + length);
      take(JSON.parse(body.toString()));
    }
  };
}

/** @param {any} message */
export function frame(message) {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}
