import type { KeyStorage } from '@sitwell/client/stored-value'
import type { Handed } from '@sitwell/request-queue/writer-lock'
import type { AnswersStatus } from '../../apps/player/src/exam/screens/outro/follow-answers.ts'
import type { ActivityType } from '../../apps/player/src/sync/activity/activity-types.ts'
import type { PlayerSync } from '../../apps/player/src/sync/player-sync-types.ts'
import type { World } from '../../e2e/arrange.ts'
import type { Claim } from '../look.ts'
import type { SimulatedTab } from './page-wiring.ts'
import type { SimulatedNetwork } from './simulated-network.ts'
import type { Realm } from './simulated-time.ts'

export interface PageParts {
  readonly world: World
  readonly network: SimulatedNetwork
  readonly realm: Realm
  readonly tab: SimulatedTab
  /** What the browser keeps for all of its tabs. */
  readonly browser: KeyStorage
  readonly isTyped: readonly boolean[]
  random(): number
  /** It claims something else than before. */
  onClaims(claims: readonly Claim[]): void
  log(line: string): void
}

/** `waiting`: for the part in which the learner is. */
export type ScreenOfPage =
  | 'sign-in'
  | 'taken over'
  | 'opening'
  | 'waiting'
  | 'question'
  | 'finishing'
  | 'complete'
  | 'failed'
  | 'time left'

/** A page of the player, without its screens: its own code, from what is typed to the wire and back. */
export interface SimulatedPage {
  readonly realm: Realm
  screen(): ScreenOfPage
  signIn(): Promise<boolean>
  /** Opens the exam, or what comes after it; answers whether that was possible. */
  open(): Promise<boolean>
  question(): number
  value(question: number): string
  answer(question: number): string
  isBookmarked(question: number): boolean
  stateOf(question: number): string | undefined
  type(question: number, text: string): void
  choose(question: number, optionIds: readonly string[]): void
  bookmark(question: number): void
  /** Of a question whose answer may be checked: how often it was, as this page knows, and whether that closed it. */
  attempts(question: number): { readonly count: number; readonly isClosed: boolean } | undefined
  /** Has the answer checked; nobody changes it meanwhile. Resolves once something has come of it. */
  check(question: number): Promise<void>
  goTo(question: number, type: ActivityType): void
  finish(): void
  answersStatus(): AnswersStatus
  isStorageLasting(): boolean
  sync(): PlayerSync | undefined
  sendAll(): Promise<void>
  handIn(): Promise<string | undefined>
  /** As a browser tells of it. */
  tell(event: string): void
  /** Another tab continues with the exam: all of it is kept, and let go of. Answers what the disk didn't take. */
  handOver(): Promise<Handed | undefined>
  /** Goes on with what the tab before could not keep. */
  takeHanded(handed: Handed): void
  /** The session is over: nothing is sent any more, and what the server has goes from the device. */
  signOff(isRefused: boolean): Promise<void>
  /** It goes in good order: what it does right then is done. */
  leave(): Promise<void>
  /** It is gone with all that it was about to do. */
  kill(): void
}
