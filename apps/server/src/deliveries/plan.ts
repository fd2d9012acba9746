import type { DeliveryBecomes, DeliveryPassword, DeliveryReason, DeliveryRules } from '@sitwell/contract'
import { isPin } from '../assessment/schedules/index.ts'
import type { ScheduleTable } from '../db/schema.ts'
import { isReopened, isWindowOver } from '../organisation/reopened-windows.ts'

/** The columns of a schedule that its delivery decides. */
export type Decided = Pick<
  ScheduleTable,
  | 'complete_at'
  | 'password_hash'
  | 'proctor_provider'
  | 'release_policy'
  | 'room_id'
  | 'safe_exam_browser'
  | 'start_at'
  | 'supports'
  | 'version'
>

/** What a delivery wants for somebody. */
export interface Target extends Omit<Decided, 'password_hash'> {
  readonly password: DeliveryPassword
  /** The hash of the password for all. */
  readonly sharedHash: string | null
}

/** The schedule that somebody has by the delivery. */
export interface OwnSchedule extends Decided {
  readonly schedule_guid: string
  readonly isBegun: boolean
  readonly isCompleted: boolean
}

/** Somebody whom a delivery names, or whom it has scheduled. */
export interface Candidate {
  readonly userID: number
  /** The caller may see them. */
  readonly isVisible: boolean
  /** The caller may schedule something for them. */
  readonly mayChange: boolean
  readonly isSuspended: boolean
  /** Missing if the delivery does not name them any more. */
  readonly target: Target | undefined
  readonly own: OwnSchedule | undefined
  /** Schedules of the same exam from elsewhere that are not completed; the names of their deliveries, or none. */
  readonly others: readonly (string | undefined)[]
}

/** Columns that change. `password`: what it takes to begin; a PIN is made as the change is stored. */
export type Changes = Partial<Omit<Decided, 'password_hash'>> & { readonly password?: DeliveryPassword }

/** What becomes of somebody. */
export interface Verdict {
  readonly userID: number
  readonly becomes: DeliveryBecomes
  readonly reason?: DeliveryReason
  readonly other?: string
  /** Of `changed`. */
  readonly changes?: Changes
}

const columns = [
  ...(['complete_at', 'proctor_provider', 'release_policy', 'room_id', 'safe_exam_browser', 'start_at', 'supports'] as const),
  'version',
] as const

const isPasswordAs = ({ password_hash }: Decided, { password, sharedHash }: Target) => {
  if (password === 'none') return password_hash === null
  return password === 'pin' ? password_hash !== null && isPin(password_hash) : password_hash === sharedHash
}

/** What of a schedule is not as its delivery wants it. */
export const changesOf = (own: Decided, target: Target): Changes => ({
  ...Object.fromEntries(columns.filter((one) => own[one] !== target[one]).map((one) => [one, target[one]])),
  ...(!isPasswordAs(own, target) && { password: target.password }),
})

/** Which rules of the delivery a change is about. */
export const rulesIn = (changes: Changes): (keyof DeliveryRules)[] => [
  ...('password' in changes ? (['passwords'] as const) : []),
  ...('proctor_provider' in changes ? (['proctoring'] as const) : []),
  ...('safe_exam_browser' in changes ? (['safeExamBrowser'] as const) : []),
  ...('supports' in changes ? (['supports'] as const) : []),
  ...('release_policy' in changes ? (['release'] as const) : []),
]

const duplicateOf = (others: Candidate['others']): Omit<Verdict, 'userID'> => {
  const other = others.find((name) => name !== undefined)
  return { becomes: 'refused', reason: 'duplicate', ...(other !== undefined && { other }) }
}

const judgeOwn = (own: OwnSchedule, { target, mayChange, others }: Candidate, nowMs: number): Omit<Verdict, 'userID'> => {
  if (own.isBegun) return { becomes: 'unchanged', reason: own.isCompleted ? 'finished' : 'started' }
  const changes = target && changesOf(own, target)
  if (changes && Object.keys(changes).length === 0) return { becomes: 'unchanged', reason: 'same' }
  if (!mayChange) return { becomes: 'refused', reason: 'beyond' }
  // A person who missed this window may have the exam in another delivery by now. If this window opened again, they could sit it twice.
  if (target && others.length > 0 && isReopened(own, target, nowMs)) return duplicateOf(others)
  return changes ? { becomes: 'changed', changes } : { becomes: 'removed' }
}

const judgeNew = ({ target, isVisible, mayChange, isSuspended, others }: Candidate, nowMs: number): Omit<Verdict, 'userID'> => {
  if (!target || !isVisible) return { becomes: 'refused', reason: 'not-found' }
  if (!mayChange) return { becomes: 'refused', reason: 'beyond' }
  if (isSuspended) return { becomes: 'refused', reason: 'suspended' }
  if (others.length > 0) return duplicateOf(others)
  if (isWindowOver(target, nowMs)) return { becomes: 'refused', reason: 'over' }
  return { becomes: 'new' }
}

/**
 * What a delivery makes of each person, in their order: who gets a schedule, whose changes, who loses theirs, and why others don't. What was begun stays as
 * it is. Of each person the verdict depends on nobody else.
 */
export const planDelivery = (candidates: readonly Candidate[], nowMs: number): Verdict[] =>
  candidates.map((candidate) => ({
    userID: candidate.userID,
    ...(candidate.own ? judgeOwn(candidate.own, candidate, nowMs) : judgeNew(candidate, nowMs)),
  }))

/** How many change, stay as they are, and are refused. */
export const totalsOf = (verdicts: readonly Pick<Verdict, 'becomes'>[]) => {
  const count = (...those: DeliveryBecomes[]) => verdicts.filter(({ becomes }) => those.includes(becomes)).length
  return { changed: count('new', 'changed', 'removed'), unchanged: count('unchanged'), refused: count('refused') }
}
