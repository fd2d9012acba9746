import type { Page } from '@playwright/test'

/** Where a file is: on the way, or on the server; and whether a page that goes away takes it with it. */
export interface ListedFile {
  readonly state: string
  readonly keeping: string
}

/** What a page says of answers: that the one that shows is saved, that all are, or how many are on the server. */
export type Claim =
  | { readonly says: 'saved'; readonly question: number; readonly answer: string; readonly isBookmarked: boolean }
  | { readonly says: 'all there'; readonly where: 'waiting page' | 'last page' | 'receipt' | 'dialog' }
  | { readonly says: 'on the server'; readonly count: number }

/** What a learner sees on the page at one moment. */
export interface Sight {
  readonly screen:
    | 'question'
    | 'intro'
    | 'elsewhere'
    | 'sign-in'
    | 'signed off'
    | 'network-error'
    | 'complete'
    /** Of a course: its lessons, one that is being opened, and one that can't be. */
    | 'lessons'
    | 'lesson opening'
    | 'lesson failed'
    | 'something else'
  /** The title of the dialog that is in the way. */
  readonly dialog: string | undefined
  /** What that dialog says of where the answers are. */
  readonly dialogSays: string | undefined
  /** Questions whose answers the last page says are on this device alone, from 0; -1 for one that it doesn't name. */
  readonly reportedMissing: readonly number[]
  /** Files that the page says are lost. */
  readonly reportedLostFiles: readonly string[]
  /** The last page says that nothing is on this device alone. */
  readonly isReportedWhole: boolean
  readonly claims: readonly Claim[]
  /** From 0. */
  readonly question: number | undefined
  /** Undefined while the panel isn't there. */
  readonly answer: string | undefined
  readonly isBookmarked: boolean
  /** Of a question whose answer may be checked: how often it was, and whether it is closed by that. */
  readonly attempts: { readonly count: number; readonly isClosed: boolean; readonly isPending: boolean } | undefined
  /** The files that are listed, by their names, and what happens to each. */
  readonly files: Readonly<Record<string, ListedFile>>
  /** What the page says of the answer: `on-server`, `on-device`, `keeping`, `sending` or `none`. */
  readonly saved: string | undefined
  readonly status: string | undefined
  /** Of a document beside the question: its pages show, it says that they can't, or it is being opened. */
  readonly document: 'shown' | 'failed' | 'opening' | undefined
  readonly heading: string | undefined
  /** Of a course, where they are listed. */
  readonly lessons?: readonly { readonly isCompleted: boolean; readonly isOpen: boolean }[]
  /** Of a course: the page says that it continues without a network. */
  readonly isCarried?: boolean
  /** Of a unit of cmi5: which opening of it. */
  readonly launch?: string | undefined
}

/** Runs in the page: reads nothing that isn't in its document. */
export const read = (): Sight => {
  const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? undefined
  const heading = document.querySelector<HTMLElement>('h1[id^="question-"]')
  const panel = heading?.closest('article')
  const field = panel?.querySelector<HTMLTextAreaElement | HTMLInputElement>(
    'textarea, input:not([type="checkbox"], [type="radio"])',
  )
  const radios = [...(panel?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [])]
  const boxes = [...(panel?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? [])]
  const chosen = (list: readonly Element[], isChosen: (one: Element, index: number) => boolean) =>
    list.flatMap((one, index) => (isChosen(one, index) ? [String(index + 1)] : [])).join()
  const attempts = panel?.querySelector<HTMLElement>('[data-attempts]')?.dataset
  const files = [...document.querySelectorAll<HTMLElement>('li[data-file]')]
  let answer: string | undefined
  if (field) answer = field.value
  else if (radios.length > 0) answer = chosen(radios, (_, index) => radios[index]?.checked === true)
  else if (boxes.length > 0) answer = chosen(boxes, (_, index) => boxes[index]?.checked === true)
  const has = (selector: string) => document.querySelector(selector) !== null
  // There its files are listed.
  if (answer === undefined && has('section[aria-labelledby="upload-title"]')) answer = ''
  const title = textOf('main h1')
  const missing = [...document.querySelectorAll('main section[role="alert"] li:not([data-lost-file])')]
  const lost = [...document.querySelectorAll<HTMLElement>('[data-lost-file]')]
  const viewer = document.querySelector('section[aria-label^="Document: "]')
  let shownDocument: Sight['document']
  if (viewer?.querySelector('.page[data-loaded="true"] canvas')) shownDocument = 'shown'
  else if (viewer) shownDocument = viewer.querySelector('[role="alert"]') ? 'failed' : 'opening'
  let screen: Sight['screen'] = 'something else'
  if (heading) screen = 'question'
  // The result waits for a person; the exam is complete.
  else if (has('[data-testid="complete"]') || title === 'Waiting for your result') screen = 'complete'
  else if (has('[data-testid="network-error"]')) screen = 'network-error'
  // Who has no session here and comes by an exam's address can't be told of which organisation they are.
  else if (has('input[name="username"]') || title === 'Client not found') screen = 'sign-in'
  else if (title === 'You are logged off') screen = 'signed off'
  else if (title === 'This exam is open in another tab') screen = 'elsewhere'
  else if (/\/intro$/.test(location.pathname) && has('main button')) screen = 'intro'
  const question = heading ? Number(heading.id.slice('question-'.length)) - 1 : undefined
  const isBookmarked = panel?.querySelector('header [aria-pressed="true"]') != null
  const saved = panel?.querySelector<HTMLElement>('[data-testid="saved-state"]')?.dataset.state
  const dialogSays = textOf('[role="alertdialog"] p[role="status"]')
  const text = document.querySelector('main')?.textContent ?? ''
  const counted = /Answers on the server: (\d+)\. Nothing is only on this device/.exec(text)
  const claims: Claim[] = []
  if (question !== undefined && answer !== undefined && saved === 'on-server')
    claims.push({ says: 'saved', question, answer, isBookmarked })
  if (text.includes('Nothing can be lost now.')) claims.push({ says: 'all there', where: 'waiting page' })
  if (counted) claims.push({ says: 'all there', where: 'last page' }, { says: 'on the server', count: Number(counted[1]) })
  if (has('[data-confirmed="true"]')) claims.push({ says: 'all there', where: 'receipt' })
  if (dialogSays === 'All your answers are on the server.') claims.push({ says: 'all there', where: 'dialog' })
  return {
    screen,
    dialog: textOf('[role="alertdialog"] h2') ?? textOf('[role="dialog"] h2'),
    dialogSays,
    reportedMissing: missing.map((one) => Number(/Question (\d+)/.exec(one.textContent ?? '')?.[1] ?? 0) - 1),
    reportedLostFiles: lost.map(({ dataset: { lostFile = '' } }) => lostFile),
    isReportedWhole: /Nothing is only on this device/.test(text),
    claims,
    question,
    answer,
    files: Object.fromEntries(files.map(({ dataset: { file = '', state = '', keeping = '' } }) => [file, { state, keeping }])),
    isBookmarked,
    attempts: attempts && {
      count: Number(attempts.attempts),
      isClosed: attempts.closed === 'true',
      isPending: attempts.pending === 'true',
    },
    saved,
    document: shownDocument,
    status: document.querySelector<HTMLElement>('[data-status]')?.dataset.status,
    heading: title ?? textOf('h1'),
  }
}

export const nothing: Sight = {
  screen: 'something else',
  dialog: undefined,
  dialogSays: undefined,
  reportedMissing: [],
  reportedLostFiles: [],
  isReportedWhole: false,
  claims: [],
  question: undefined,
  answer: undefined,
  isBookmarked: false,
  attempts: undefined,
  files: {},
  saved: undefined,
  status: undefined,
  document: undefined,
  heading: undefined,
}

/** Runs in the page: resolves with what `see` sees, once that is something else than it was, or after this many milliseconds. */
const untilOther = (see: () => Sight, before: string, ms: number): Promise<Sight> =>
  new Promise((resolve) => {
    const end = performance.now() + ms
    const look = () => {
      const now = see()
      if (JSON.stringify(now) === before && performance.now() < end) return
      observer.disconnect()
      clearInterval(timer)
      resolve(now)
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    // What a field holds is no part of its document.
    const timer = setInterval(look, 100)
    look()
  })

/** Milliseconds after which a page that can't be read is looked at again. */
const againMs = 30
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What shows now. A page that is just being loaded shows nothing. */
export const lookAt = (page: Page): Promise<Sight> => page.evaluate(read).catch(() => nothing)

/** What shows as soon as it isn't `before` any more; the same after this many milliseconds. Nobody asks the page again and again. */
export const lookAgain = async (page: Page, before: Sight, ms: number): Promise<Sight> => {
  if (before !== nothing)
    return page
      .evaluate<Sight>(`(${untilOther})(${read}, ${JSON.stringify(JSON.stringify(before))}, ${ms})`)
      .catch(() => nothing)
  await wait(Math.min(ms, againMs))
  return lookAt(page)
}

/** The beginning of all that is written on a page. */
export const textOn = (page: Page): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: what can be read, and nothing that is hidden
  page.evaluate(() => document.body.innerText.slice(0, 200).replace(/\s+/g, ' ')).catch(() => 'nothing that can be read')

/**
 * How many requests this browser still has to send, of all that it keeps: those that wait, and the saves and files that another sign-in took
 * out, which the next one here takes back. A file that the server has acknowledged is kept, and not to be sent. Told as soon as there
 * are none, or after this many milliseconds. Undefined if it can't be told.
 */
export const unsentRequests = (page: Page, ms: number): Promise<number | undefined> =>
  page
    .evaluate(async (longestMs) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('The store can not be read.'))
        })
      const database = await done(indexedDB.open('sitwell'))
      const unsent = async () => {
        const reading = database.transaction(['requests', 'uploads', 'setAside'])
        const [waiting, files, aside] = await Promise.all([
          done(reading.objectStore('requests').count()),
          // As the player writes them; 1 is a save.
          done(reading.objectStore('uploads').getAll() as IDBRequest<{ acknowledged?: boolean }[]>),
          done(
            reading.objectStore('setAside').getAll() as IDBRequest<
              { from: string; reason: string; value: { type?: number; acknowledged?: boolean } }[]
            >,
          ),
        ])
        const isTakenBack = ({ from, value }: (typeof aside)[number]) =>
          from === 'uploads' ? !value.acknowledged : value.type === 1
        return (
          waiting +
          files.filter(({ acknowledged }) => !acknowledged).length +
          aside.filter((one) => one.reason === 'DOUBLE_LOGIN' && isTakenBack(one)).length
        )
      }
      try {
        const end = performance.now() + longestMs
        for (;;) {
          const count = await unsent()
          if (count === 0 || performance.now() > end) return count
          await new Promise((resolve) => setTimeout(resolve, 40))
        }
      } finally {
        database.close()
      }
    }, ms)
    .catch(() => undefined)
