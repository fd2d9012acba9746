import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves a built folder: hashed files for good; its pages and workers are asked for each time, and sent whole. */
export const serveBuilt = async (
  server: FastifyInstance,
  folder: string,
  options: Pick<FastifyStaticOptions, 'preCompressed' | 'globIgnore' | 'prefix' | 'decorateReply'> = {},
): Promise<void> => {
  await server.register(fastifyStatic, {
    ...options,
    root: folder,
    wildcard: false,
    index: false,
    // They would be made of a file's size and time, which two builds may share: names in them are always as long, and many ways to install give each file the same time.
    etag: false,
    lastModified: false,
    setHeaders: (reply, path) => {
      // The app's page is at its path without a slash too.
      if (options.prefix !== undefined && path.endsWith('/service-worker.js'))
        reply.header('service-worker-allowed', options.prefix)
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
