import { type InputOf, officeChangeLook } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { colourProblems } from '../organisation/colour-problems.ts'
import { logoProblem, logoUrl } from '../organisation/logo.ts'
import { versionOfLook } from '../organisation/settings/changed-between.ts'
import {
  holdSettings,
  noteChange,
  readSettingRows,
  type SettingRows,
  storeDetailsOf,
} from '../organisation/settings/setting-rows.ts'
import { plainLine } from '../plain-line.ts'
import { loggedValue } from './change-rule.ts'
import { lookStateOf } from './look-state.ts'
import { changedByOf, type SettingsContext } from './show-settings.ts'

type Body = InputOf<typeof officeChangeLook>['body']
type Details = SettingRows['details']

const colours = ['primaryColour', 'secondaryColour'] as const
const logos = ['logo', 'appBarLogo'] as const
const inTheme = { primaryColour: 'primary', secondaryColour: 'secondary' } as const

/** The problems with what was given, part by part. */
const problemsOf = (body: Body) => [
  ...(body.name !== undefined && plainLine(body.name) === '' ? [{ path: 'body.name', message: 'no-name' }] : []),
  ...colours.flatMap((name) =>
    colourProblems({ [name]: body[name] ?? undefined }).map(() => ({ path: `body.${name}`, message: 'no-colour' })),
  ),
  ...logos.flatMap((name) => {
    const given = body[name]
    const problem = given ? logoProblem(Buffer.from(given.base64, 'base64'), given.type) : undefined
    return problem ? [{ path: `body.${name}`, message: problem }] : []
  }),
]

/** The details with each part that is given in its place, and without those that are null. */
const withParts = (details: Details, body: Body): Details => {
  const next: Record<string, unknown> = { ...details }
  // The theme `Default` of an organisation file stands over its colours: a colour that is changed is changed there.
  const themes = details.themes as Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  const ownDefault: Record<string, unknown> = { ...themes?.Default }
  for (const name of colours) {
    const colour = body[name]
    if (colour === undefined) continue
    next[name] = colour ?? undefined
    delete ownDefault[inTheme[name]]
  }
  if (themes?.Default) {
    const { Default: _before, ...others } = themes
    next.themes = Object.keys(ownDefault).length === 0 ? others : { ...others, Default: ownDefault }
  }
  for (const name of logos) {
    const given = body[name]
    if (given !== undefined) next[name] = given === null ? undefined : logoUrl(Buffer.from(given.base64, 'base64'), given.type)
  }
  return next
}

/** A logo as the log names it: by its size. */
const loggedLogo = (url: unknown) => (typeof url === 'string' ? `${url.length} characters` : 'none')

const loggedChanges = (before: SettingRows, after: SettingRows) => [
  ...(before.organisation.name === after.organisation.name
    ? []
    : [{ setting: 'name', from: before.organisation.name, to: after.organisation.name }]),
  ...colours
    .filter((name) => before.details[name] !== after.details[name])
    .map((name) => ({
      setting: name,
      from: loggedValue(before.details[name] as string | undefined),
      to: loggedValue(after.details[name] as string | undefined),
    })),
  ...logos
    .filter((name) => before.details[name] !== after.details[name])
    .map((name) => ({ setting: name, from: loggedLogo(before.details[name]), to: loggedLogo(after.details[name]) })),
]

interface Author {
  readonly orgId: number
  readonly userGuid: string
  readonly nowMs: number
}

const change = ({ kysely }: Database, { orgId, userGuid, nowMs }: Author, body: Body) =>
  kysely.transaction().execute(async (transaction) => {
    await holdSettings(transaction, orgId)
    const before = await readSettingRows(transaction, orgId)
    const name = body.name === undefined ? before.organisation.name : plainLine(body.name)
    const details = withParts(before.details, body)
    const isSame =
      versionOfLook({ ...before, organisation: { ...before.organisation, name }, details }) === versionOfLook(before)
    // The same change again, whose reply was lost, finds nothing to do.
    if (isSame) return { is: 'same', before, after: before } as const
    if (versionOfLook(before) !== body.version) return { is: 'stale', before, after: before } as const
    await storeDetailsOf(transaction, orgId, { name, details })
    await noteChange(transaction, { org_id: orgId, what: 'look', changed_by: userGuid, changed_at: nowMs })
    return { is: 'changed', before, after: await readSettingRows(transaction, orgId) } as const
  })

/** Changes name, logos and colours. Pages that are open keep the look that they were opened with. */
export const officeChangeLookRoute = (context: SettingsContext) =>
  route(officeChangeLook, async ({ caller, body, request }) => {
    const { orgId, userGuid } = caller
    const problems = problemsOf(body)
    if (problems.length > 0) return refuse('INVALID_REQUEST', 'A part of the look can’t be taken.', { details: problems })
    const outcome = await change(context.database, { orgId, userGuid, nowMs: context.clock.nowMs() }, body)
    const look = lookStateOf(outcome.after, await changedByOf(context, orgId))
    if (outcome.is === 'stale')
      return refuse('CHANGED_MEANWHILE', 'Somebody changed the look since this version.', { current: look })
    for (const target of loggedChanges(outcome.before, outcome.after))
      context.securityLog.note({ kind: 'setting-changed', orgId, author: userGuid, address: request.ip, what: 'look', target })
    return { ok: true, value: { look } }
  })
