import type { Permission } from '@sitwell/contract'
import type { AssessmentContext } from '../assessment/assessment-context.ts'
import type { Caller } from '../http/caller.ts'
import type { Grant, Scope } from '../roles/grant.ts'
import { permissionsOf } from '../roles/grant.ts'
import { isInForce } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { type MarkingRules, readMarkingRules } from './marking-rules.ts'

/** What the calls of this folder need. */
export type MarkingContext = Pick<SecurityContext, 'clock' | 'database' | 'keys' | 'securityLog'> &
  Pick<AssessmentContext, 'clock' | 'config' | 'database' | 'exams' | 'organisationOrigins'> & {
    /** Which generation of the database this is; and makes a restore of any backup from before now noticeable. */
    readonly generation: { current(): string; remember(): Promise<void> }
  }

/** Who asks, by which grants, and when (Unix ms). */
export interface Asking {
  readonly orgId: number
  readonly userGuid: string
  readonly grants: readonly Grant[]
  readonly nowMs: number
  readonly rules: MarkingRules
}

/** Asked of the database at every call, so that a role that has ended, or a suspension, holds at once. */
export const askingOf = async (
  { database, clock }: Pick<MarkingContext, 'clock' | 'database'>,
  caller: Caller,
): Promise<Asking> => {
  const [grants, rules] = await Promise.all([grantsOfCaller(database, caller), readMarkingRules(database, caller.orgId)])
  return { orgId: caller.orgId, userGuid: caller.userGuid, grants, nowMs: clock.nowMs(), rules }
}

/** The scopes in which the caller may do something now. */
export const scopesWith = ({ grants, nowMs }: Pick<Asking, 'grants' | 'nowMs'>, permission: Permission): readonly Scope[] =>
  grants.filter((grant) => isInForce(grant, nowMs) && permissionsOf(grant.role).includes(permission)).map(({ scope }) => scope)

export const iso = (ms: number): string => new Date(ms).toISOString()
