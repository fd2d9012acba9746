import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import type { Language } from '@sitwell/i18n/languages'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { readOwnTexts } from '@sitwell/i18n/own-texts'
import * as z from 'zod'
import { visitorMessages } from '../messages/server-texts.ts'
import { textsOf } from '../messages/texts-of.ts'
import type { OrganisationOfPage } from '../security/organisation/organisations.ts'
import { pageFile } from './page-language.ts'
import type { SiteContext } from './site-context.ts'

/** The build of an app writes these (`packages/app-build/src/served-login-plugin.ts`). */
const drawnPages = z.array(z.object({ hasLogo: z.boolean(), canForget: z.boolean(), html: z.string() }))

/** What is in a drawn page for a text, and for the address of the page that asks for a link. */
const placeOfText = /\[\[(\w+\.[\w.]+)\]\]/g
const placeOfAddress = /\[\[forgotAddress\]\]/

/** What of an app's page gives way to the login page: its screen that says no more than that it starts. */
const startScreen = /<!-- start -->[\s\S]*?<!-- end -->/

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Whether an address within an app is one at which people sign in, and nothing else: no login token, no launch, no new password. */
export const isLoginPage = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && /^\/(login\/?|clients\/[^/]+\/?)?$/.test(url.pathname) && !url.searchParams.has('x')
}

/**
 * Writes an organisation's login page into an app's page: fields that take letters before any script has come. Undefined for an app whose
 * build has no such page. Without the database its texts are those that ship.
 */
export const createServedLogin = (
  { database, log }: Pick<SiteContext, 'database' | 'log'>,
  { folder, path }: { readonly folder: string; readonly path: string },
) => {
  const file = join(folder, 'served-login.json')
  if (!existsSync(file)) return undefined
  const drawn = drawnPages.parse(JSON.parse(readFileSync(file, 'utf8')))
  const ids = [...new Set(drawn.flatMap(({ html }) => [...html.matchAll(placeOfText)].map(([, id = '']) => id)))]

  return async (organisation: OrganisationOfPage, language: Language): Promise<string> => {
    const own = await textsOf(database, organisation.orgId, language.id, ids).catch((error: unknown) => {
      log.warn({ event: 'own-texts-not-read', err: error }, 'an organisation’s own texts could not be read')
      return new Map<string, string>()
    })
    const { text } = createCatalogue(visitorMessages(language), language, await readOwnTexts(own))
    const hasLogo = (organisation.logo ?? '') !== ''
    const canForget = organisation.enableForgottenPassword === true
    const found = drawn.find((one) => one.hasLogo === hasLogo && one.canForget === canForget)
    // Boundary: ids of the app's own sources, read from what the build made of them.
    const textOf = (id: string) => escaped(text(id as MessageId))
    const html = (found?.html ?? '')
      .replace(placeOfAddress, () => `${path.replace(/\/$/, '')}/forgot?${encodeURIComponent(organisation.urlToken)}`)
      .replaceAll(placeOfText, (_whole, id: string) => textOf(id))
    // As it is now: it names the scripts of a build, which may be renewed under a server that runs.
    const page = await readFile(join(folder, pageFile(language)), 'utf8')
    return page
      .replace(startScreen, () => `<div id="served">${html}</div>\n    <div id="root"></div>`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${textOf('signIn.title')} · ${escaped(organisation.name)}</title>`)
  }
}
