import * as z from 'zod/mini'

/** What the provider's page says of its session. */
const status = z.looseObject({ active: z.boolean() })

/** What of a window this needs. */
export interface FramedWindow {
  readonly parent: { postMessage(message: unknown, targetOrigin: string): void }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/** Whether a message tells of the session: only the provider's own page does, and nobody else is heard. */
export const statusIn = (
  { origin, source, data }: Pick<MessageEvent, 'origin' | 'source' | 'data'>,
  { providerOrigin, parent }: { readonly providerOrigin: string; readonly parent: unknown },
): boolean | undefined => {
  if (origin !== providerOrigin || source !== parent) return undefined
  const read = z.safeParse(status, data)
  return read.success ? read.data.active : undefined
}

/** As the provider's documentation has it. */
const question = [10, 'proctorio_status']

export type ParentStatus = 'active' | 'inactive' | 'silent' | 'no-parent'

/** Asks the page that holds this one in a frame whether its session runs; `withinMs` it has to say so. */
export const askParent = (page: FramedWindow, providerOrigin: string, withinMs: number): Promise<ParentStatus> => {
  if (Object.is(page.parent, page)) return Promise.resolve('no-parent')
  return new Promise((resolve) => {
    const done = (found: ParentStatus) => {
      clearTimeout(timer)
      clearInterval(again)
      page.removeEventListener('message', hear)
      resolve(found)
    }
    const hear = (event: MessageEvent) => {
      const isActive = statusIn(event, { providerOrigin, parent: page.parent })
      if (isActive !== undefined) done(isActive ? 'active' : 'inactive')
    }
    const timer = setTimeout(() => done('silent'), withinMs)
    const ask = () => page.parent.postMessage(question, providerOrigin)
    // It may not listen yet.
    const again = setInterval(ask, 1000)
    page.addEventListener('message', hear)
    ask()
  })
}
