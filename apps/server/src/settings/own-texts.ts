import { officeChangeText, officeTexts } from '@sitwell/contract'
import { languages } from '@sitwell/i18n/languages'
import { foldedName } from '../folded-name.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { iso } from '../office/people/person-state.ts'
import { cutPage, readPage, searchedWords } from '../office/places/list-page.ts'
import { versionOf } from '../organisation/settings/changed-between.ts'
import { holdSettings, noteChange } from '../organisation/settings/setting-rows.ts'
import { readOwnTextRows, storeOwnText } from '../organisation/settings/text-rows.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { loggedValue } from './change-rule.ts'
import { knownTexts, ownTextProblem, ownTextStateOf } from './known-texts.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'keys' | 'securityLog'>

const noLanguage = (path: string) =>
  refuse('INVALID_REQUEST', 'This language doesn’t ship.', { details: [{ path, message: 'no-language' }] })

/** A page of the texts of a language. They are files of the server, so that a page is cut from what is in memory. */
export const officeTextsRoute = ({ database, clock, keys }: Context) =>
  route(officeTexts, async ({ caller, query }) => {
    const { languageID, search, show = 'all', cursor, limit } = query
    const language = languages.find(({ id }) => id === languageID)
    if (!language) return noLanguage('query.languageID')
    const words = searchedWords(search)
    const list = ['texts', caller.orgId, languageID, show, words]
    const page = readPage(keys, list, { cursor, limit })
    if (!page.ok) return page
    const own = await readOwnTextRows(database.kysely, caller.orgId, languageID)
    const found = [...knownTexts(language)]
      .map(([id, usual], place) => ({ id, usual, place, own: own.get(id) }))
      .filter((one) => show === 'all' || one.own !== undefined)
      .filter((one) => {
        const all = foldedName([one.id, one.usual, one.own ?? ''].join(' '))
        return words.every((word) => all.includes(word))
      })
    const behind = Number(page.behind?.value ?? -1)
    const { rows, next } = cutPage(keys, list, found.filter(({ place }) => place > behind).slice(0, page.limit + 1), {
      limit: page.limit,
      positionOf: ({ place, id }) => ({ value: place, id }),
    })
    const texts = rows.map((one) => ownTextStateOf(one.id, one.usual, one.own))
    return { ok: true, value: { texts, ...next, total: found.length, asOf: iso(clock.nowMs()) } }
  })

/** Changes one own text. Pages that are open keep theirs until they load texts again. */
export const officeChangeTextRoute = ({ database, clock, securityLog }: Context) =>
  route(officeChangeText, async ({ caller, body, request }) => {
    const { orgId, userGuid } = caller
    const language = languages.find(({ id }) => id === body.languageID)
    if (!language) return noLanguage('body.languageID')
    const usual = knownTexts(language).get(body.id)
    if (usual === undefined) return refuse('NOT_FOUND', 'There is no text with this id.')
    const problem = body.text === undefined ? undefined : await ownTextProblem(usual, body.text)
    if (problem)
      return refuse('INVALID_REQUEST', 'This can’t be said in place of the text.', {
        details: [{ path: 'body.text', message: problem }],
      })
    const outcome = await database.kysely.transaction().execute(async (transaction) => {
      await holdSettings(transaction, orgId)
      const before = (await readOwnTextRows(transaction, orgId, body.languageID)).get(body.id)
      // The same change again, whose reply was lost, finds nothing to do.
      if (before === body.text) return { is: 'same', before } as const
      if (versionOf(before) !== body.version) return { is: 'stale', before } as const
      await storeOwnText(transaction, { org_id: orgId, language_id: body.languageID, message_id: body.id }, body.text)
      const what = `text ${body.languageID} ${body.id}`
      await noteChange(transaction, { org_id: orgId, what, changed_by: userGuid, changed_at: clock.nowMs() })
      return { is: 'changed', before } as const
    })
    if (outcome.is === 'stale')
      return refuse('CHANGED_MEANWHILE', 'Somebody changed this text since this version.', {
        current: ownTextStateOf(body.id, usual, outcome.before),
      })
    if (outcome.is === 'changed') {
      const target = { setting: `${body.id} (${language.tag})`, from: loggedValue(outcome.before), to: loggedValue(body.text) }
      securityLog.note({ kind: 'setting-changed', orgId, author: userGuid, address: request.ip, what: 'text', target })
    }
    return { ok: true, value: { text: ownTextStateOf(body.id, usual, body.text) } }
  })
