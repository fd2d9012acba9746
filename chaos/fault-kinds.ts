/** What guards do that let nobody in for a while: the server's own, or one before it. Drawn apart from all others, without a browser alone. */
export const guardFaults = ['busy 503', 'too many requests 429', 'refresh refused 429'] as const
export type GuardFault = (typeof guardFaults)[number]

/** What the network and the server do to requests for a while. */
export const networkFaults = [
  'cut',
  'slow',
  'hanging',
  'lossy',
  'reply lost after the commit',
  'request duplicated',
  'requests reordered',
  'server error 500',
  'server error 503',
  'server error 503 after the commit',
  'not found 404',
  'too large 413',
  'HTML in place of a reply',
  'half a reply',
  'firewall at a word',
  'firewall at a word in base64 too',
  'bytes of files cut',
  'large files broken off',
  ...guardFaults,
] as const
export type NetworkFault = (typeof networkFaults)[number]

/** A database as it was before takes the place of the one that there is. */
export const setBackFaults = [
  'restored by seconds',
  'restored by minutes',
  'restored to before the start',
  'failover that lacks seconds',
] as const
export type SetBackFault = (typeof setBackFaults)[number]

/** What is over in a moment, and needs no healing. */
export const momentaryFaults = [
  'token expired',
  'session over',
  'signed out',
  'service worker updated',
  'tab closed',
  'tab crashed',
  'page reloaded',
  'browser killed',
  'second tab',
  'second device',
  ...setBackFaults,
] as const
export type MomentaryFault = (typeof momentaryFaults)[number]

/** What is done to the file of SQLite under a server that runs. */
export const fileFaults = ['file deleted', 'file replaced', 'file written over'] as const
export type FileFault = (typeof fileFaults)[number]

/** What stays wrong for a while, outside of the network. */
export const lastingFaults = [
  'server killed',
  'database killed',
  'clock jump',
  'disk full',
  'server clock jump',
  'server restarted with another clock',
  ...fileFaults,
] as const
export type LastingFault = (typeof lastingFaults)[number]

/** Who is away when the time of an exam is over; it comes before and back after that, and decides the whole run. */
export const endFaults = ['learner away over the end', 'room away over the end', 'time given while away'] as const
export type EndFault = (typeof endFaults)[number]

/** When a database is set back by seconds at the end of a run that is finished; it comes on top of all else. */
export const finishFaults = ['set back during the finish', 'set back after the finish'] as const
export type FinishFault = (typeof finishFaults)[number]

export type FaultKind = NetworkFault | MomentaryFault | LastingFault | EndFault | FinishFault
export const faultKinds: readonly FaultKind[] = [
  ...networkFaults,
  ...momentaryFaults,
  ...lastingFaults,
  ...endFaults,
  ...finishFaults,
]

export interface Fault {
  readonly kind: FaultKind
  /** Milliseconds until it heals by itself; 0 for what is over in a moment. All heal before the run is judged, except for those that stay. */
  readonly lastsMs: number
  /** How far the step is done when it strikes: of its keys, or 0 before a click and 1 right behind it. */
  readonly after: number
  /** Milliseconds by which a clock is set: back or forward. */
  readonly byMs?: number
  /**
   * The first device goes off as it is, its battery empty, and is opened again when the learner comes back to it. Of a database that is set
   * back: nothing beside it tells, because all that stood beside it was put back too.
   */
  readonly isAbrupt?: boolean
  /** Nobody ever comes back to the first device. */
  readonly isGone?: boolean
  /** It heals before this step, once the page has had its time for what was done; or at the end where there is none such. */
  readonly untilStep?: number
  /** The browser says that the network is gone. */
  readonly isAnnounced?: boolean
  /** The page has had its time to keep all that was done before it strikes. */
  readonly isPatient?: boolean
  /** It never heals: what it holds back has to be told of. */
  readonly isForEver?: boolean
  /** What a firewall refuses. */
  readonly word?: string
  /** The step before which the database was as it is set back to; -1: before the learner came. */
  readonly backupStep?: number
}

export const isSetBack = (kind: FaultKind): kind is SetBackFault => setBackFaults.some((one) => one === kind)
export const isOfFile = (kind: FaultKind): kind is FileFault => fileFaults.some((one) => one === kind)
export const isOfNetwork = (kind: FaultKind): kind is NetworkFault => networkFaults.some((one) => one === kind)
/** The clock of the server's machine is set by it. */
export const isOfServerClock = (kind: FaultKind): boolean =>
  kind === 'server clock jump' || kind === 'server restarted with another clock'
export const isGuard = (kind: FaultKind): kind is GuardFault => guardFaults.some((one) => one === kind)
export const isEnd = (kind: FaultKind): kind is EndFault => endFaults.some((one) => one === kind)
export const isOfFinish = (kind: FaultKind): kind is FinishFault => finishFaults.some((one) => one === kind)
export const isMomentary = (kind: FaultKind): kind is MomentaryFault => momentaryFaults.some((one) => one === kind)

/** What ends a page that is in the middle of a large upload. */
export const endsOfPage = ['tab closed', 'tab crashed', 'page reloaded', 'browser killed'] as const satisfies MomentaryFault[]

/** How often each strikes; what costs the machine much is rarer. A tab is closed in the middle of large uploads alone. */
export const weights: readonly (readonly [FaultKind, number])[] = [
  ...networkFaults.map((kind) => [kind, kind === 'cut' ? 6 : 4] as const),
  ['token expired', 3],
  ['session over', 2],
  ['signed out', 3],
  ['service worker updated', 1.5],
  ['tab crashed', 4],
  ['page reloaded', 5],
  ['browser killed', 1.5],
  ['second tab', 3],
  ['second device', 3],
  ...setBackFaults.map((kind) => [kind, 2] as const),
  ['server killed', 4],
  ['database killed', 3],
  ['clock jump', 3],
  ['disk full', 3],
  ['server clock jump', 1.5],
  ['server restarted with another clock', 1.5],
  ...fileFaults.map((kind) => [kind, 1] as const),
]
