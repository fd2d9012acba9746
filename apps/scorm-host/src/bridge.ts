import { type HostMessage, type PageMessage, pageMessage } from '@sitwell/contract/course-messages'

/** The way to the page around. */
export interface Bridge {
  send(message: HostMessage): void
  /** Tells of each message that comes from the page itself and has the form of one. */
  listen(listener: (message: PageMessage) => void): void
}

type Surroundings = Pick<Window, 'parent' | 'addEventListener'>

/** Speaks with the page of this origin that the host is in, and with nobody else. */
export const createBridge = (host: Surroundings, pageOrigin: string): Bridge => ({
  send: (message) => host.parent.postMessage(message, pageOrigin),
  listen(listener) {
    host.addEventListener('message', ({ origin, source, data }: MessageEvent) => {
      if (origin !== pageOrigin || source !== host.parent) return
      const read = pageMessage.safeParse(data)
      if (read.success) listener(read.data)
    })
  },
})
