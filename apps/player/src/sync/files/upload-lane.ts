import type { Refusal, UploadedFile } from '@sitwell/contract'
import { createListeners } from '@sitwell/request-queue/listeners'
import type { UploadRecord } from '../../storage/records.ts'
import { canBeTriedAgain } from '../queue/delivery.ts'
import { createAcknowledgedFiles } from './acknowledged-files.ts'
import { createFileAnnouncer, notStored } from './announce-files.ts'
import { deliverFileBy, type FileDelivery, isLarge } from './deliver-file.ts'
import type { UploadEvent, UploadLane, UploadLaneParts } from './upload-lane-types.ts'
import { createUploadsInLine, isSameUpload, pendingOf } from './uploads-in-line.ts'

/** How often the server may fail at a file while it answers otherwise, before it is the file that is wrong. */
export const mostFailures = 5
/** How often a line may break off at a file whose exam's finish waits for it, before the finish continues without it. */
export const mostBreaks = 25
/** Milliseconds to the next attempt after each failure; the last one for all that follow. */
const retryMs = [1000, 2000, 5000, 10_000, 30_000] as const
/** The most milliseconds to the next attempt while a finish waits: a learner looks on, and the line may be whole long since. */
const awaitedRetryMs = 5000

/** Milliseconds to the next attempt to write that the server has a file, where the browser's store had no room for it. */
const writeAgainMs = 5000

type RefusedDelivery = Extract<FileDelivery, { kind: 'refused' }>

/** The server fails for now, whatever it is sent: no file is to blame. */
const ofServer: ReadonlySet<Refusal> = new Set(['CANNOT_SAVE', 'NO_AUTHORISATION', 'TOO_MANY_REQUESTS', 'BUSY'])

/**
 * What another attempt may change: that a reading time is over may still be on its way to the server, bytes may have been spoilt on
 * theirs, another page may have gone on with them, a form run that was there doesn't vanish, and a server whose database was set back may
 * have lost the event that gave out the part's key.
 */
const passing: ReadonlySet<Refusal> = new Set(['READING_TIME', 'WRONG_HASH', 'BUSY', 'NOT_FOUND', 'PART_SEALED'])
const mayPass = (code: Refusal) => canBeTriedAgain(code) || passing.has(code)

export const createUploadLane = (parts: UploadLaneParts): UploadLane => {
  const { api, store, connection, userGuid } = parts
  const listeners = createListeners<UploadEvent>(parts.onError)
  const line = createUploadsInLine((formRunGuid) => listeners.tell({ kind: 'changed', formRunGuid }))
  let flight: { readonly record: UploadRecord; readonly abort: AbortController } | undefined
  let isResting = false
  let isStopped = false
  let lastOrder = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: ReturnType<typeof setTimeout> | undefined
  /** By the guids of files: how often each failed, and how often that was held against it. */
  const failures = new Map<string, number>()
  const heldAgainst = new Map<string, number>()
  /** Guids of files that may have reached the server, though no answer came. */
  const tried = new Set<string>()
  /** What the store is being given, and isn't in line yet, which takes a while for a large file: a finish that comes meanwhile waits. */
  const beingStored = new Map<UploadRecord, Promise<void>>()

  const there = createAcknowledgedFiles(store)
  const announcer = createFileAnnouncer({
    api,
    store,
    hash: parts.hash,
    changed(record, to) {
      const held = line.find(record)
      if (!held) return undefined
      const hashed = { ...held.record, ...to }
      line.change(record, { record: hashed })
      return hashed
    },
    isWaiting: (record) => connection.state() === 'online' && !isStopped && line.find(record) !== undefined,
    onError: parts.onError,
  })
  /** All of them are told of at once, however long the bytes of the first take. */
  const announceAll = () =>
    announcer.announceAll(line.all().flatMap(({ record }) => (flight && isSameUpload(flight.record, record) ? [] : [record])))

  const deliver = deliverFileBy({
    ...parts,
    announcer,
    onTried: ({ fileGuid }) => tried.add(fileGuid),
    onSent: (record, sent) => line.change(record, { sent }),
  })

  /** A store that can't take it out has it again at the next start: then it is sent again, which changes nothing. */
  const takenOut = (work: Promise<void>) => work.catch(parts.onError)
  /** So long as this page is open it is tried again: there may be room by then. */
  const writeLater = () => {
    clearTimeout(writing)
    if (isStopped) return
    writing = setTimeout(() => void there.writeAgain().catch(writeLater), writeAgainMs)
  }
  const setAside = async (record: UploadRecord, reason: string) => {
    await takenOut(store.setAside(record, reason))
    line.takeOut(record)
    listeners.tell({ kind: 'set-aside', formRunGuid: record.formRunGuid, record, reason })
  }
  const forgetFailures = ({ fileGuid }: UploadRecord) => {
    failures.delete(fileGuid)
    heldAgainst.delete(fileGuid)
  }
  const done = async (record: UploadRecord, file?: UploadedFile) => {
    const written = record.kind === 'upload' ? there.add(record) : there.addDeletion(record)
    await takenOut(
      written.catch((error) => {
        writeLater()
        throw error
      }),
    )
    forgetFailures(record)
    // Told first: at no moment is the file neither among those that wait nor among those that are there.
    listeners.tell({ kind: 'done', formRunGuid: record.formRunGuid, record, ...(file && { file }) })
    line.takeOut(record)
  }

  const countIn = (counts: Map<string, number>, { fileGuid }: UploadRecord) => {
    const count = (counts.get(fileGuid) ?? 0) + 1
    counts.set(fileGuid, count)
    return count
  }
  const failuresOf = ({ fileGuid }: UploadRecord) => failures.get(fileGuid) ?? 0
  /** The one that failed least, in their order; a deletion goes before all that was chosen after it. */
  const next = (): UploadRecord | undefined => {
    const open = line.all().flatMap(({ record }) => (record.held ? [] : [record]))
    const deletion = open.findIndex(({ kind }) => kind === 'delete')
    const inTurn = deletion < 0 ? open : open.slice(0, Math.max(1, deletion))
    return inTurn.toSorted((one, other) => failuresOf(one) - failuresOf(other))[0]
  }

  /**
   * Rests until the connection is back, or for a while where the server can be reached and failed anyway. `most` is how often
   * that is held against the file before it is set aside; it never is without one.
   */
  const rest = async (record: UploadRecord, most?: number) => {
    isResting = true
    announcer.forget(record)
    line.change(record, { phase: 'waiting', ...(isLarge(record) ? {} : { sent: 0 }) })
    await connection.check()
    if (connection.state() === 'offline') return
    const failed = countIn(failures, record)
    if (most !== undefined && countIn(heldAgainst, record) >= most) {
      forgetFailures(record)
      isResting = false
      return setAside(record, 'SERVER_ERROR')
    }
    const laterMs = retryMs[Math.min(failed, retryMs.length) - 1] ?? awaitedRetryMs
    timer = setTimeout(flush, parts.isAwaited(record.formRunGuid) ? Math.min(laterMs, awaitedRetryMs) : laterMs)
  }

  const settleSent = (record: UploadRecord, value: unknown) => {
    if (record.kind === 'delete') return done(record)
    // What the call's own schema has read.
    const file = value as UploadedFile | undefined
    // A reply that went astray acknowledges nothing.
    return file?.guid === record.fileGuid ? done(record, file) : rest(record, mostFailures)
  }

  const settleRefused = (record: UploadRecord, outcome: RefusedDelivery) => {
    // What isn't there need not be deleted.
    if (record.kind === 'delete' && outcome.code === 'NOT_FOUND') return done(record)
    // Not in the server's words, or after its announcement, which says how large it is, was taken: something before it says so.
    const isOfTheWay = outcome.code === 'BODY_TOO_LARGE' && (outcome.isFromBetween === true || announcer.isKnown(record))
    if (isOfTheWay || mayPass(outcome.code)) return rest(record, ofServer.has(outcome.code) ? undefined : mostFailures)
    return setAside(record, outcome.code)
  }

  const settle = async (record: UploadRecord, outcome: FileDelivery) => {
    if (outcome === notStored) return setAside(record, notStored)
    if (outcome.ok) return settleSent(record, outcome.value)
    if (outcome.kind === 'unreachable') return rest(record, parts.isAwaited(record.formRunGuid) ? mostBreaks : undefined)
    return settleRefused(record, outcome)
  }

  const send = async () => {
    if (flight || isResting || isStopped) return
    try {
      for (let record = next(); record && !isResting && !isStopped; record = next()) {
        if (connection.state() === 'offline') {
          isResting = true
          return
        }
        const abort = new AbortController()
        flight = { record, abort }
        line.change(record, { phase: 'sending' })
        const outcome = await deliver(record, abort.signal)
        if (!abort.signal.aborted) await settle(record, outcome)
        flight = undefined
      }
    } catch (error) {
      // A store that can't be read, or a bug: nothing is taken out.
      parts.onError(error)
      isResting = true
      timer = setTimeout(flush, retryMs[2])
    } finally {
      flight = undefined
    }
  }
  const flush = () => {
    clearTimeout(timer)
    isResting = false
    void send()
    announceAll()
  }

  const keepAndSend = async (record: UploadRecord, bytes?: Blob) => {
    const keeping = await store.keep(record, bytes)
    line.add([pendingOf(record, keeping)], record.formRunGuid)
    listeners.tell({ kind: 'kept', formRunGuid: record.formRunGuid, record })
    // It doesn't wait until one that failed is tried again.
    flush()
  }
  /** What was on the server once, as it was chosen then. */
  const sendAgain = async (records: readonly UploadRecord[], formRunGuid: string) => {
    for (const record of records) {
      announcer.forget(record)
      await store.keep(record)
    }
    line.add(
      records.map((record) => pendingOf(record)),
      formRunGuid,
    )
    flush()
  }
  const enqueue = (record: UploadRecord, bytes?: Blob): Promise<void> => {
    const writes = keepAndSend(record, bytes).finally(() => beingStored.delete(record))
    beingStored.set(record, writes)
    return writes
  }
  const recordOf = (
    kind: UploadRecord['kind'],
    more: Pick<
      UploadRecord,
      'fileGuid' | 'formRunGuid' | 'fileName' | 'mimeType' | 'fileSize' | 'held' | 'replaces' | 'question'
    >,
  ): UploadRecord => {
    lastOrder += 1
    const typed = parts.contact.typed()
    const chosenAt = new Date(parts.nowMs()).toISOString()
    return { format: 1, kind, order: lastOrder, userGuid, chosenAt, ...(typed && { typed }), ...more }
  }
  const enqueueDeletion: UploadLane['delete'] = (formRunGuid, { guid: fileGuid, fileName, mimeType, fileSize }) =>
    enqueue(recordOf('delete', { fileGuid, formRunGuid, fileName, mimeType, fileSize, held: false }))

  return {
    async load() {
      const records = await store.recordsOf(userGuid)
      lastOrder = Math.max(lastOrder, ...records.map(({ order }) => order))
      for (const { fileGuid } of records) tried.add(fileGuid)
      there.load(records.filter(({ acknowledged }) => acknowledged))
      const waiting = records.filter(({ acknowledged }) => !acknowledged)
      line.add(
        waiting.map((record) => pendingOf(record)),
        '',
      )
    },
    add({ formRunGuid, bytes, fileName, mimeType, replaces, held, question }) {
      const fileSize = bytes.size
      const named = { ...(replaces !== undefined && { replaces }), ...(question !== undefined && { question }) }
      const more = { formRunGuid, fileName, mimeType, fileSize, held, ...named }
      there.chosenAnew(formRunGuid, fileName).catch(parts.onError)
      return enqueue(recordOf('upload', { fileGuid: parts.newId(), ...more }), bytes)
    },
    delete: enqueueDeletion,
    async cancel(record) {
      // Out of the line at once, before anything is waited for: it isn't taken up again.
      line.takeOut(record)
      if (flight && isSameUpload(flight.record, record)) flight.abort.abort()
      const { fileGuid: guid, fileName, mimeType, fileSize, formRunGuid } = record
      if (tried.has(guid)) await enqueueDeletion(formRunGuid, { guid, fileName, mimeType, fileSize })
      await store.remove(record)
    },
    async release(formRunGuid) {
      const coming = [...beingStored].filter(([record]) => record.held && record.formRunGuid === formRunGuid)
      await Promise.allSettled(coming.map(([, writes]) => writes))
      for (const { record } of line.all().filter((each) => each.record.held && each.record.formRunGuid === formRunGuid)) {
        const released = { ...record, held: false }
        const keeping = await store.keep(released)
        line.change(record, { record: released, phase: 'waiting', keeping })
      }
      flush()
    },
    toAsk: there.toAsk,
    doubt: (formRunGuid) => listeners.tell({ kind: 'doubted', formRunGuid }),
    async compared(formRunGuid, reported) {
      const { again } = await there.compared(formRunGuid, reported)
      await sendAgain(again, formRunGuid)
      return again.length > 0
    },
    lost: there.lost,
    completed: there.completed,
    async move(from, to) {
      const { again } = await there.takeOut(from)
      const waiting = line.all().filter(({ record }) => record.formRunGuid === from)
      for (const { record } of waiting) {
        const moved = { ...record, formRunGuid: to }
        await store.keep(moved)
        line.change(record, { record: moved })
      }
      await sendAgain(
        again.map((record) => ({ ...record, formRunGuid: to })),
        to,
      )
    },
    known(formRunGuid) {
      const waiting = line.of(formRunGuid).map(({ record }) => record)
      const deletions = waiting.flatMap(({ kind, fileGuid }) => (kind === 'delete' ? [fileGuid] : []))
      const deleted = new Set([...deletions, ...(there.toAsk(formRunGuid).deletedFiles ?? [])])
      const chosen = [...there.records(formRunGuid), ...waiting.filter(({ kind }) => kind === 'upload')]
      return { files: chosen.filter(({ fileGuid }) => !deleted.has(fileGuid)), deleted }
    },
    pending: line.of,
    isBusy: (formRunGuid) =>
      [...beingStored.keys(), ...line.all().map(({ record }) => record)].some(
        (each) => !each.held && each.formRunGuid === formRunGuid,
      ),
    flush,
    waiting: () => line.all().filter(({ record: { kind } }) => kind === 'upload').length + beingStored.size,
    subscribe: listeners.add,
    stop() {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(writing)
      flight?.abort.abort()
    },
  }
}
