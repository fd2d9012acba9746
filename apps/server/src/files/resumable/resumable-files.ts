import { PassThrough, Readable } from 'node:stream'
import { encodedBodyType, generationHeader, heardHeader, resumableFilePath } from '@sitwell/contract'
import { MemoryLocker, Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { selectAnnounced, selectFile } from '../../assessment/files/index.ts'
import { ownFormRun } from '../../assessment/form-run/index.ts'
import { noteAdministrator } from '../../assessment/ledger/index.ts'
import { refuse } from '../../http/refusal.ts'
import { sendRefusal } from '../../http/register.ts'
import type { FilesContext } from '../files-context.ts'
import { finishUpload } from '../finish-upload.ts'
import { createUploadsUnderWay, tooManyAtOnce } from '../uploads-under-way.ts'
import { ChunkStore } from './chunk-store.ts'
import { decodeBase64 } from './decode-base64.ts'
import { refusalOfBytes } from './may-send.ts'
import { answerOfTus, refusedByTus } from './tus-errors.ts'

/** Milliseconds in which a request lets go of an upload that another one continues with: its connection may be dead already. */
const letGoMs = 500

/** The headers of the protocol; what else the tus server sets is for other sites' pages, which this server has none of. */
const ofProtocol = /^(tus-|upload-|cache-control$)/

/** The one type of the protocol. */
const bytesType = 'application/offset+octet-stream'

const isInBase64 = ({ headers }: FastifyRequest) => headers['content-type']?.toLowerCase().startsWith(encodedBodyType) === true

/** The headers of a request as the tus server reads them: of one in base64 those of the same piece as it is. */
const headersOf = (request: FastifyRequest): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  if (!isInBase64(request)) return headers
  headers.set('content-type', bytesType)
  // It tells of the signs.
  headers.delete('content-length')
  return headers
}

/** The body of a request, as a stream that may be given up: what is left of it passes, so that its sender gets to read the answer. */
const bodyOf = (request: FastifyRequest) => {
  const { raw } = request
  const body = isInBase64(request) ? decodeBase64() : new PassThrough()
  const breakOff = () => {
    if (!raw.complete) body.destroy(new Error('The connection broke off.'))
  }
  raw.once('close', breakOff)
  raw.once('error', breakOff)
  raw.pipe(body)
  return {
    // Two declarations of one and the same type.
    stream: Readable.toWeb(body) as unknown as ReadableStream<Uint8Array>,
    letGo: () => {
      raw.unpipe(body)
      raw.resume()
      body.on('error', () => {})
      body.destroy()
    },
  }
}

/**
 * Takes the bytes of announced files piece by piece (the core of tus 1.0.0, see `resumableFilePath`). Each request is judged by itself:
 * who asks, whose file it is, whether it may still come, and whether there is room for it. `longestSilenceMs` as in `takeMultipart`.
 */
export const serveResumableFiles = async (
  server: FastifyInstance,
  context: FilesContext,
  { longestSilenceMs = 60_000 }: { readonly longestSilenceMs?: number | undefined } = {},
): Promise<void> => {
  const { database, sessions, generation, clock, exams, contacts, guard } = context
  const underWay = createUploadsUnderWay()
  const locker = new MemoryLocker()

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const who = await sessions.read(request.headers.authorization)
    if (!who.ok) return sendRefusal(reply, who)
    const { caller } = who
    reply.header(generationHeader, generation.current())
    const notFound = () => sendRefusal(reply, refuse('NOT_FOUND', 'No such file was announced by this person.'))
    // What the address has just been matched by.
    const { fileGuid } = request.params as { readonly fileGuid: string }
    const announced = await selectAnnounced(database, caller.orgId, fileGuid)
    const run = announced && (await ownFormRun(database, caller, announced.form_run_guid))
    if (!announced || !run) return notFound()
    await contacts.note({ orgId: caller.orgId, formRunGuid: run.form_run_guid }, caller)
    const loaded = await exams.load(run)
    if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)

    const tus = new Server({
      path: '/',
      datastore: new ChunkStore(context, announced, caller),
      // Guids are an organisation's own.
      locker: { newLock: (id) => locker.newLock(`${caller.orgId}/${id}`) },
      lockDrainTimeout: letGoMs,
      maxSize: announced.file_size,
      onUploadFinish: async () => {
        const whole = await selectAnnounced(database, caller.orgId, fileGuid)
        const stored = await finishUpload(context, caller, { run, loaded }, whole ?? announced)
        if (!stored.ok) throw refusedByTus(stored)
        return {}
      },
      onResponseError: (_request, error) => answerOfTus(error),
    })
    const handle = async (body?: ReadableStream<Uint8Array>) => {
      const headers = headersOf(request)
      const address = new URL(`/${encodeURIComponent(fileGuid)}`, 'http://sitwell')
      const response = await tus.handleWeb(
        new Request(address, { method: request.method, headers, ...(body && { body, duplex: 'half' }) }),
      )
      for (const [name, value] of response.headers) if (ofProtocol.test(name)) reply.header(name, value)
      const text = await response.text()
      if (text.startsWith('{')) reply.type('application/json; charset=utf-8')
      return reply.header('cache-control', 'no-store').header(heardHeader, clock.nowMs()).code(response.status).send(text)
    }
    if (request.method === 'HEAD') return handle()

    const isToCome = (await selectFile(database, caller.orgId, fileGuid)) === undefined
    const refused = isToCome && (await refusalOfBytes(context, { run, loaded, announced }))
    if (refused) return sendRefusal(reply, refused)
    await noteAdministrator(context, caller, run.form_run_guid, {
      text: `An administrator uploaded the file ${announced.file_name} as the learner`,
      id: fileGuid,
    })
    const body = bodyOf(request)
    // A reply that is awaited gives nothing back: whether there was room has to be said beside it.
    const taking = underWay.within(`${caller.orgId}/${caller.userGuid}`, async () => {
      await handle(body.stream)
      return true
    })
    const taken = await taking.finally(() => body.letGo())
    return taken ? reply : sendRefusal(reply, tooManyAtOnce())
  }

  await server.register(async (own) => {
    // Read by the tus server, and nobody before it.
    // What is in base64 is JSON everywhere else.
    own.removeContentTypeParser(encodedBodyType)
    own.addContentTypeParser([bytesType, encodedBodyType], (_request, _payload, done) => done(null))
    own.route({
      method: ['HEAD', 'PATCH'],
      url: `/${resumableFilePath(':fileGuid')}`,
      config: { answersJson: true, readsDatabase: true },
      onRequest: (request, _reply, done) => {
        request.raw.setTimeout(longestSilenceMs)
        guard.streams(request.raw)
        done()
      },
      handler: async (request, reply) => {
        try {
          return await answer(request, reply)
        } finally {
          // What was refused before a byte was read.
          request.raw.resume()
        }
      },
    })
  })
}
