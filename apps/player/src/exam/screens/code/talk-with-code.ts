import type { CodeLook, CodeOrder, CodeStart } from '@sitwell/contract/code-messages'
import { codeMessage } from '@sitwell/contract/code-messages'

/** What the code of a question tells the page. */
export interface CodeListener {
  ready(): void
  /** JSON of its response and state; nobody has looked into it yet. */
  answer(json: string): void
  /** It holds more than is kept, or what can't be. */
  refused(): void
  height(pixels: number): void
  failed(why: string): void
}

interface CodeParts {
  readonly frame: Pick<HTMLIFrameElement, 'contentWindow'>
  /** Of the courses: the page around the code has it, and the code itself none. */
  readonly origin: string
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly title: string
  /** All that it begins with, once its files are here. */
  start(): Promise<CodeStart>
  /** Calls back after milliseconds, unless what it answers is called before. */
  wait(callback: () => void, ms: number): () => void
}

/** Milliseconds for which code gets to say that it is ready. */
export const longestStartMs = 30_000
/** Messages that are heard within {@link rateMs}: code that goes wrong in a circle takes nobody else down. */
export const mostMessages = 100
export const rateMs = 1000

/**
 * The page's side of its talk with the code of a question. It goes through a port that the frame alone gets, so nobody else is heard.
 * What is heard is believed to be no more than an answer, and only so much of it is.
 */
export const talkWithCode = ({ frame, origin, page, title, start, wait }: CodeParts, listener: CodeListener) => {
  const { port1: port, port2 } = new MessageChannel()
  let isOpened = false
  let isOver = false
  let heard = 0
  const fail = (why: string) => {
    if (isOver) return
    stop()
    listener.failed(why)
  }
  const stopWaiting = wait(() => fail('It did not start in time.'), longestStartMs)
  let stopRate = wait(() => undefined, 0)
  const post = (order: CodeOrder) => port.postMessage(order)
  const countOne = () => {
    heard += 1
    if (heard === 1)
      stopRate = wait(() => {
        heard = 0
      }, rateMs)
    return heard <= mostMessages
  }
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isOver) return
    if (!countOne()) return fail('It sends too many messages.')
    const read = codeMessage.safeParse(data)
    if (!read.success) return
    const message = read.data
    switch (message.type) {
      case 'ready':
        stopWaiting()
        return listener.ready()
      case 'answer':
        return listener.answer(message.json)
      case 'refused':
        return listener.refused()
      case 'height':
        return listener.height(message.pixels)
      case 'failed':
        return fail(message.why)
    }
  }
  const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (isOpened || from !== origin || source === null || source !== frame.contentWindow || data !== 'ready') return
    isOpened = true
    frame.contentWindow.postMessage(title, origin, [port2])
    start().then(
      (given) => post({ type: 'start', start: given }),
      (error: unknown) => fail(String(error)),
    )
  }
  page.addEventListener('message', hear)
  const stop = () => {
    isOver = true
    stopWaiting()
    stopRate()
    port.close()
    page.removeEventListener('message', hear)
  }
  return {
    look: (look: CodeLook) => post({ type: 'look', look }),
    /** Lets it tell again what it holds. */
    ask: () => post({ type: 'ask' }),
    stop,
  }
}
