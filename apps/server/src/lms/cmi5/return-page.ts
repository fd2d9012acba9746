import { english, type Language, languageOfTag } from '@sitwell/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { serverTexts } from '../../messages/server-texts.ts'
import type { LmsContext } from '../lms-context.ts'
import { playerOrigin } from '../scorm-address.ts'
import { returnPath } from './launch-address.ts'

const pageOf = ({ tag, code, direction }: Language) => {
  const { 'lesson.closedTitle': title, 'lesson.closedText': text } = serverTexts(tag)
  return `<!doctype html><html lang="${code}" dir="${direction}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:1.125rem/1.5 system-ui,sans-serif;margin:10vh auto;max-width:32rem;padding:0 1rem}</style>
<main><h1>${title}</h1><p>${text}</p></main><script src="${returnPath}.js"></script></html>`
}

/**
 * Where an AU leads its learner when it has ended (`returnURL`): in a frame it tells the player's page so, which closes it; in a window
 * of its own it says that this may be closed.
 */
export const serveReturn = (server: FastifyInstance, { config, ports }: Pick<LmsContext, 'config' | 'ports'>): void => {
  server.get<{ Querystring: { lang?: unknown } }>(returnPath, async ({ query }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(pageOf(languageOfTag(String(query.lang)) ?? english)),
  )
  server.get(`${returnPath}.js`, async (request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        `if (parent !== window) parent.postMessage({ type: 'close' }, ${JSON.stringify(playerOrigin(config, ports, request))})`,
      ),
  )
}
