import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../http/refusal.ts'
import { sendRefusal } from '../http/register.ts'
import { withOrigins } from '../http/security-headers.ts'
import { serveBuilt } from '../http/serve-built.ts'
import type { ServiceContext } from '../http/service.ts'
import { scormOrigin } from '../lms/scorm-address.ts'
import { organisationOfPage } from '../security/organisation/organisations.ts'
import { originsOfPage } from '../security/organisation/origins-of-page.ts'
import { loginLanguage, pageFile, pageLanguage } from './page-language.ts'
import { createServedLogin, isLoginPage } from './served-login.ts'

/** First segments of the calls' paths: below them an unknown address is an error, not the player. */
const servicePrefixes = new Set([
  'security',
  'messages',
  'assessment',
  'formrun',
  'lms',
  'files',
  'print',
  'dashboard',
  'proctor',
  'error',
  'resource',
  'assets',
  'livez',
  'readyz',
  'metrics',
])

/** Whether an address is one that a person opens: none of a call or a file. */
export const isPage = ({ method, url }: { readonly method: string; readonly url: string }) =>
  method === 'GET' && !servicePrefixes.has(url.split(/[/?]/)[1] ?? '')

/** Serves the built player: hashed files for good, and its page for every address that is not a call's. */
export const servePlayer = async (server: FastifyInstance, context: ServiceContext, folder: string) => {
  const isBuilt = existsSync(join(folder, 'index.html'))
  const servedLogin = createServedLogin(context, folder)
  if (isBuilt) await serveBuilt(server, folder, { preCompressed: true })
  server.setNotFoundHandler(async (request, reply) => {
    if (isPage(request) && isBuilt) {
      const address = `${request.protocol}://${request.host}${request.url}`
      // Without the database the page still opens, and says what is wrong.
      const organisation = await organisationOfPage(context.database, address)
      const origins = originsOfPage(context, address, organisation)
      const frames = [...origins.frames, scormOrigin(context.config, context.ports, request)]
      const policy = withOrigins(String(reply.getHeader('content-security-policy')), { ...origins, frames })
      // Older than the policy's own word for it, which names more than one site.
      if (origins.framedBy.length > 0) reply.removeHeader('x-frame-options')
      reply.headers({
        'cache-control': 'no-cache',
        'content-security-policy': policy,
        vary: 'accept, cookie, accept-language',
      })
      const { found } = organisation
      // A service worker asks for the page of every address, which no login page may stand in.
      const isOpened = request.headers.accept?.includes('text/html') === true
      if (servedLogin && found && isOpened && isLoginPage(address) && !context.moved.has(found.orgId))
        return reply.type('text/html; charset=utf-8').send(await servedLogin(found, loginLanguage(request.headers, found)))
      return reply.sendFile(pageFile(pageLanguage(request.headers)))
    }
    return sendRefusal(reply, refuse('NOT_FOUND', `There is nothing at ${request.method} ${request.url.split('?')[0]}.`))
  })
}
