import type { Socket } from 'node:net'

/** Bytes of a request's head: a launch address carries a whole session with its settings in its query. */
export const largestHeadBytes = 256 * 1024

/** Only a browser that was sent here by a link gets to read this, so it says what to do, in both languages. */
const tooLong = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>This address is too long</title></head>
<body><main><h1>This address is too long</h1>
<p>Nothing is lost. Please go back and open the player by your centre's login address, or ask your centre for a new link.</p>
<section lang="ar" dir="rtl"><h2>هذا العنوان طويل جدًا</h2>
<p>لم يُفقد شيء. يرجى الرجوع وفتح المشغّل من عنوان تسجيل الدخول الخاص بمركزك، أو طلب رابط جديد من مركزك.</p></section></main></body></html>
`

const answer = (status: string, type: string, body: string) =>
  `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
  `content-security-policy: default-src 'none'\r\ncache-control: no-store\r\n\r\n${body}`

/** Answers a request that never became one: its head is too long, or is no HTTP. */
export const answerClientError = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
  socket.end(
    isTooLong
      ? answer('431 Request Header Fields Too Large', 'text/html; charset=utf-8', tooLong)
      : answer('400 Bad Request', 'text/plain', 'The request can not be read.'),
  )
}
