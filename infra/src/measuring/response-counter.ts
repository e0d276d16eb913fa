const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKS_END = Buffer.from('\r\n0\r\n\r\n');

/**
 * Finds the ends of HTTP/1.1 responses in a stream of bytes, one response at a time and without keeping bodies:
 * enough of HTTP to drive our own servers, and cheap enough that the client is not what is measured.
 */
export class ResponseCounter {
  #head: Buffer | null = null;
  #left = 0;
  #tail: Buffer | null = null;
  /** Status of the response that was read last. */
  status = 0;

  /** Takes bytes as they arrive and says whether they complete the response. Throws on what is not HTTP/1.1. */
  push(bytes: Buffer): boolean {
    if (this.#tail !== null) return this.#pushChunk(this.#tail, bytes);
    if (this.#left > 0) return this.#pushBody(bytes.length);
    const joined = this.#head === null ? bytes : Buffer.concat([this.#head, bytes]);
    const end = joined.indexOf(HEAD_END);
    this.#head = end < 0 ? joined : null;
    return (
      end >= 0 && this.#readHead(joined.toString('latin1', 0, end).toLowerCase(), joined.subarray(end + 4))
    );
  }

  #readHead(head: string, rest: Buffer): boolean {
    if (!head.startsWith('http/1.1 ')) throw new Error(`Not an HTTP/1.1 response: ${head.slice(0, 40)}`);
    this.status = Number(head.slice(9, 12));
    if (this.status === 304 || this.status === 204) return true;
    if (head.includes('\r\ntransfer-encoding: chunked')) return this.#pushChunk(Buffer.from('\r\n'), rest);
    const at = head.indexOf('\r\ncontent-length:');
    if (at < 0) throw new Error('A response without a length');
    this.#left = Number.parseInt(head.slice(at + 17), 10);
    return this.#pushBody(rest.length);
  }

  #pushBody(bytes: number): boolean {
    this.#left = Math.max(0, this.#left - bytes);
    return this.#left === 0;
  }

  #pushChunk(tail: Buffer, bytes: Buffer): boolean {
    const end = Buffer.concat([tail, bytes]).subarray(-CHUNKS_END.length);
    const complete = end.equals(CHUNKS_END);
    this.#tail = complete ? null : Buffer.from(end);
    return complete;
  }
}
