import { officeChangeRule, type RuleKey } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { versionOf, whatOfRule } from '../organisation/settings/changed-between.ts'
import { type Rule, readRule, ruleProblem } from '../organisation/settings/rule.ts'
import { nameOfRule, rulesOf } from '../organisation/settings/rules.ts'
import {
  holdSettings,
  noteChange,
  readSettingRows,
  type SettingRows,
  storedOf,
  storeRule,
} from '../organisation/settings/setting-rows.ts'
import { fixedFor, ruleStateOf } from './rule-state.ts'
import { changedByOf, mayChangeOf, type SettingsContext } from './show-settings.ts'

/** As the log keeps a value: the default is no value, and a long text would fill a page of it. */
export const loggedValue = (value: string | undefined): string => (value === undefined ? 'default' : value.slice(0, 200))

const notAllowed = {
  owner: refuse('NOT_ALLOWED', 'Only owners change this setting.'),
  operator: refuse('NOT_ALLOWED', 'Only the operator changes this setting, by sitwell import.'),
  reader: refuse('NOT_ALLOWED', 'The role of the caller changes no settings.'),
} as const

type Outcome = { readonly is: 'changed' | 'same' | 'stale'; readonly rows: SettingRows; readonly before: string | undefined }

const change = async (
  { database, clock }: SettingsContext,
  { orgId, userGuid }: { readonly orgId: number; readonly userGuid: string },
  rule: Rule,
  { key, version, value }: { readonly key: RuleKey; readonly version: string; readonly value?: string | undefined },
): Promise<Outcome> =>
  database.kysely.transaction().execute(async (transaction) => {
    await holdSettings(transaction, orgId)
    const rows = await readSettingRows(transaction, orgId)
    const stored = storedOf(rule, rows)
    const { value: held, unread } = readRule(rule, stored)
    const before = held ?? unread
    // The same change again, whose reply was lost, finds nothing to do.
    if (held === value && unread === undefined) return { is: 'same', rows, before }
    if (versionOf(stored) !== version) return { is: 'stale', rows, before }
    await storeRule(transaction, rows, rule, value)
    await noteChange(transaction, { org_id: orgId, what: whatOfRule(key), changed_by: userGuid, changed_at: clock.nowMs() })
    return { is: 'changed', rows: await readSettingRows(transaction, orgId), before }
  })

/** Sets a rule, or lets its default hold. What pages and sessions were given before, they keep, as after an import. */
export const officeChangeRuleRoute = (context: SettingsContext) =>
  route(officeChangeRule, async ({ caller, body, request }) => {
    const { orgId, userGuid } = caller
    const rule = rulesOf({ orgId, product: context.config.productName })[body.key]
    const may = await mayChangeOf(context, caller)
    const fixed = fixedFor(rule, may)
    if (fixed) return notAllowed[fixed]
    const problem = body.value === undefined ? undefined : ruleProblem(rule, body.value)
    if (problem)
      return refuse('INVALID_REQUEST', 'The setting takes no such value.', {
        details: [{ path: 'body.value', message: problem }],
      })
    const outcome = await change(context, caller, rule, body)
    const state = ruleStateOf(body.key, rule, outcome.rows, may, await changedByOf(context, orgId))
    if (outcome.is === 'stale')
      return refuse('CHANGED_MEANWHILE', 'Somebody changed this setting since this version.', { current: state })
    if (outcome.is === 'changed') {
      const target = { setting: nameOfRule(rule), from: loggedValue(outcome.before), to: loggedValue(body.value) }
      context.securityLog.note({ kind: 'setting-changed', orgId, author: userGuid, address: request.ip, what: 'rule', target })
    }
    return { ok: true, value: { rule: state } }
  })
