import { officeTodayOperation } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { isPermitted } from '../roles/queries.ts'
import { isSharedServer } from '../security/organisation/served-place.ts'
import { readFacts } from './read-facts.ts'
import type { TodayContext } from './today-context.ts'

const iso = (ms: number) => new Date(ms).toISOString()

const ofInstallation = refuse(
  'NOT_ALLOWED',
  'Several organisations share this server: how it stands is for the owners of the installation.',
)

/** How the server stands, for whoever operates it: of a server of one organisation its staff, otherwise the owners of the installation. */
export const officeTodayOperationRoute = (context: TodayContext) =>
  route(officeTodayOperation, async ({ caller }) => {
    const nowMs = context.clock.nowMs()
    const isOwner = await isPermitted(context.database, caller, 'installation.manage', nowMs)
    if (!isOwner && (await isSharedServer(context))) return ofInstallation
    const facts = await readFacts(context, nowMs)
    return { ok: true, value: { facts, since: iso(context.operation.sinceMs), asOf: iso(nowMs) } }
  })
