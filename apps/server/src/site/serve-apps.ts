import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appPaths } from '@sitwell/contract/app-paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../http/refusal.ts'
import { sendRefusal } from '../http/register.ts'
import { type MayBesides, withOrigins } from '../http/security-headers.ts'
import { serveBuilt } from '../http/serve-built.ts'
import { scormOrigin } from '../lms/scorm-address.ts'
import { type OrganisationOfPage, organisationOfPage } from '../security/organisation/organisations.ts'
import { originsOfPage } from '../security/organisation/origins-of-page.ts'
import { appOfPage, type SiteApp } from './app-of-page.ts'
import { loginLanguage, pageFile, pageLanguage } from './page-language.ts'
import { createServedLogin, isLoginPage } from './served-login.ts'
import type { SiteContext } from './site-context.ts'

export interface BuiltApp extends SiteApp {
  /** Its build. Addresses of an app whose folder has no build lead nowhere. */
  readonly folder: string
}

/** Where a page was opened, as its app knows the address: without the app's path. */
interface OpenedPage {
  readonly request: FastifyRequest
  readonly address: string
  readonly organisation: Awaited<ReturnType<typeof organisationOfPage>>
}

/** Exams show courses and legacy sites in frames, and providers of proctoring frame them. No other app has to do with another site. */
const originsOfPlayer = (
  context: Pick<SiteContext, 'clock' | 'config' | 'keys' | 'ports'>,
  { request, address, organisation }: OpenedPage,
): MayBesides => {
  const origins = originsOfPage(context, address, organisation)
  return { ...origins, frames: [...origins.frames, scormOrigin(context.config, context.ports, request)] }
}

const noOrigins: MayBesides = { frames: [], framedBy: [], scripts: [] }

/** The preview shows code of questions in frames, as the player does, and nothing else of other sites. */
const originsOfPreview = ({ config, ports }: Pick<SiteContext, 'config' | 'ports'>, { request }: OpenedPage): MayBesides => ({
  ...noOrigins,
  frames: [scormOrigin(config, ports, request)],
})

const originsOf = (context: SiteContext, { path }: SiteApp, opened: OpenedPage): MayBesides => {
  if (path === appPaths.player) return originsOfPlayer(context, opened)
  return path === appPaths.preview ? originsOfPreview(context, opened) : noOrigins
}

/**
 * Serves built apps, each below its own path: hashed files for good, and the app's page for every other address there. An address below
 * the path of an app never opens the page of another, even if the app isn't built.
 */
export const serveApps = async (server: FastifyInstance, context: SiteContext, apps: readonly BuiltApp[]) => {
  const built = apps.filter(({ folder }) => existsSync(join(folder, 'index.html')))
  // One of them gives replies the means to send a file.
  for (const [index, { path, folder }] of built.entries())
    await serveBuilt(server, folder, { preCompressed: true, prefix: path, decorateReply: index === 0 })
  const servedLogins = new Map(built.map((app) => [app, createServedLogin(context, app)]))

  server.setNotFoundHandler(async (request, reply) => {
    const page = appOfPage(request, apps)
    if (page === undefined || !built.includes(page.app))
      return sendRefusal(reply, refuse('NOT_FOUND', `There is nothing at ${request.method} ${request.url.split('?')[0]}.`))
    const { app, below } = page
    const address = `${request.protocol}://${request.host}${below}`
    // Without the database the page still opens, and says what is wrong.
    const organisation = await organisationOfPage(context.database, address)
    const origins = originsOf(context, app, { request, address, organisation })
    // Older than the policy's own word for it, which names more than one site.
    if (origins.framedBy.length > 0) reply.removeHeader('x-frame-options')
    reply.headers({
      'cache-control': 'no-cache',
      'content-security-policy': withOrigins(String(reply.getHeader('content-security-policy')), origins),
      vary: 'accept, cookie, accept-language',
    })
    const { found } = organisation
    const servedLogin = servedLogins.get(app)
    // A service worker asks for the page of every address, which no login page may be in.
    const isOpened = request.headers.accept?.includes('text/html') === true
    const drawLogin = (at: OrganisationOfPage) => servedLogin?.(at, loginLanguage(request.headers, at))
    const login = found && isOpened && isLoginPage(address) && !context.moved.has(found.orgId) ? drawLogin(found) : undefined
    if (login) return reply.type('text/html; charset=utf-8').send(await login)
    return reply.sendFile(pageFile(pageLanguage(request.headers)), app.folder)
  })
}
