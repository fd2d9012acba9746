import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const workerFile = 'course-worker.js'

interface WorkerParts {
  readonly hostFolder: string
  /** The content security policy of the host's page, and of the page around the code of questions. */
  policyOf(playerOrigin: string): string
  codePolicyOf(playerOrigin: string): string
  playerOriginOf(request: FastifyRequest): string
}

/**
 * The service worker of the courses' origin, with what it has to know to answer for the host's page without the server: in its own
 * script, which no course can change.
 */
export const serveCourseWorker = (
  server: FastifyInstance,
  { hostFolder, policyOf, codePolicyOf, playerOriginOf }: WorkerParts,
): void => {
  server.get(`/${workerFile}`, async (request, reply) => {
    const playerOrigin = playerOriginOf(request)
    const known = JSON.stringify({ playerOrigin, policy: policyOf(playerOrigin), codePolicy: codePolicyOf(playerOrigin) })
    const script = await readFile(join(hostFolder, workerFile), 'utf8')
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    return `self.sitwellHost = ${known};\n${script}`
  })
}
