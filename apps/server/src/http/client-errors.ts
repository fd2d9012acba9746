import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Language, languages } from '@sitwell/i18n/languages'
import { readTexts } from '@sitwell/i18n/read-messages'

/** Bytes of a request's head: a launch address carries a whole session with its settings in its query. */
export const largestHeadBytes = 256 * 1024

/** What such a page says in a language: whoever reads it, no header of the request is there to tell. */
const tooLongIn = ({ tag, code, direction }: Language) => {
  const { 'address.tooLongTitle': title, 'address.tooLongText': text } = readTexts(tag, 'server')
  return `<section lang="${code}" dir="${direction}"><h1>${title}</h1>\n<p>${text}</p></section>`
}

/** Only a browser that was sent here by a link gets to read this, so it says what to do, in every language. */
const tooLong = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${readTexts('en', 'server')['address.tooLongTitle']}</title></head>
<body><main>${languages.map(tooLongIn).join('\n')}</main></body></html>
`

const answer = (status: string, type: string, body: string) =>
  `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
  `content-security-policy: default-src 'none'\r\nx-content-type-options: nosniff\r\ncache-control: no-store\r\n\r\n${body}`

const unreadable = answer('400 Bad Request', 'text/plain', 'The request can not be read.')

/** Refuses a request that can be read in two ways, and closes its connection. */
export const refuseUnclear = (socket: Duplex): void => {
  socket.on('error', () => {})
  socket.end(unreadable, () => socket.destroy())
}

/** Answers a request that never became one: its head is too long, or is no HTTP. */
export const answerClientError = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
  socket.end(isTooLong ? answer('431 Request Header Fields Too Large', 'text/html; charset=utf-8', tooLong) : unreadable)
}
