import type { ExtensionStatus } from '@sitwell/exam/ledger/extension'

/** What asking for an extension came to. */
export type Asked = 'asked' | 'impossible' | 'unreachable'

/** How the request stands, as a live event or the server's state tells it. */
export interface ExtensionNotice {
  readonly status: ExtensionStatus
  /** Seconds that were granted. */
  readonly extendable: number
}

/** What asking an invigilator for more time needs of the page. None of them throws. */
export interface ExtensionSteps {
  /** Keeps the exam open while it is decided: its time is saved as one second (spec 3 §4). */
  saveLastSecond(): Promise<void>
  ask(): Promise<Asked>
  /** Takes the request back, so that no invigilator decides it for nobody. */
  withdraw(): Promise<void>
  /** Tells how the request stands, now and whenever that changes, until the function that it answers is called. */
  follow(onNotice: (notice: ExtensionNotice) => void): () => void
}
