// @ts-check
// JavaScript, as the thread that it runs in.
import { readAt } from './sqlite-log-index.js'

/** @import { Log, LogIndex } from './sqlite-log-index.js' */
/** @typedef {ReadonlyMap<number, Buffer>} Pages the content of pages of the file, by page number */

/** How many pages throughout the file are compared, and at most how many of those that were moved into it last. */
const spreadPages = 16
const mostMoved = 64
/** At most how many pages' content is remembered: a log that begins anew doesn't name the pages any more that were moved before. */
const mostKnown = 160

/** The frames of each wanted page, in order. @param {Uint32Array} pageOfFrame @param {ReadonlySet<number>} wanted */
const framesOf = (pageOfFrame, wanted) => {
  /** @type {Map<number, number[]>} */
  const found = new Map()
  for (let at = 0; at < pageOfFrame.length; at += 1) {
    const page = pageOfFrame[at] ?? 0
    if (!wanted.has(page)) continue
    const frames = found.get(page)
    if (frames) frames.push(at + 1)
    else found.set(page, [at + 1])
  }
  return found
}

/**
 * The first page, some throughout the file, and those that were moved into it last and have no newer frame.
 * @param {LogIndex} state @param {Uint32Array} pageOfFrame
 */
const tellingPages = ({ pages, moved }, pageOfFrame) => {
  const found = new Set(Array.from({ length: spreadPages }, (_, index) => 1 + Math.floor((index * pages) / spreadPages)))
  const newer = new Set(pageOfFrame.subarray(moved))
  for (let at = moved - 1; at >= 0 && found.size < spreadPages + mostMoved; at -= 1) {
    const page = pageOfFrame[at] ?? 1
    if (!newer.has(page)) found.add(page)
  }
  return found
}

/**
 * Whether content is the beginning of the next content over the one before: a full disk can break off a write anywhere.
 * @param {Buffer} next @param {Buffer | undefined} before @param {Buffer} content
 */
const isBegunOver = (next, before, content) => {
  if (content.length < next.length) return false
  const end = content.findIndex((byte, index) => byte !== next[index])
  return end < 0 || before?.subarray(end).equals(content.subarray(end)) === true
}

/**
 * Reads the pages that show whether the file is still the same one, and compares each with the content that it may have: that of the
 * newest frame that was moved, that of the last comparison, or that which a checkpoint under way writes.
 * @param {number} file
 * @param {{ log: Log, state: LogIndex, pageBytes: number, known: { pages: Pages, salts: string } | undefined }} context
 * @returns {{ pages: Pages, isSame: boolean, isMoving: boolean }} `isMoving`: a checkpoint may be writing a page that differs
 */
export const comparePages = (file, { log, state, pageBytes, known }) => {
  const pageOfFrame = log.pagesIn(state)
  const telling = tellingPages(state, pageOfFrame)
  const frames = framesOf(pageOfFrame, new Set([...telling, ...(known?.pages.keys() ?? [])]))

  /** @param {number} page @param {Buffer} content @returns {boolean} */
  const mayBe = (page, content) => {
    const own = frames.get(page) ?? []
    const last = own.at(-1)
    // A page with a newer frame may have been left out: a checkpoint that a reader limits moves a page only if its newest frame is within the limit.
    if (last !== undefined && last <= state.moved) return log.pageOf(last).equals(content) || log.isCutSince(page, last, state)
    const before = known?.salts === state.salts ? known.pages.get(page) : undefined
    // Nobody can tell what another process moved out of a log that has begun anew since.
    if (before === undefined || before.equals(content)) return true
    return own.toReversed().some((frame) => isBegunOver(log.pageOf(frame), before, content)) || log.isCutSince(page, 1, state)
  }

  /** @type {Map<number, Buffer>} */
  const pages = new Map()
  let isSame = true
  let isMoving = false
  for (const page of new Set([...telling, ...(known?.pages.keys() ?? [])])) {
    // The database became shorter.
    if (page > state.pages) continue
    const content = readAt(file, pageBytes, (page - 1) * pageBytes)
    // A page beyond the file's end is only in the log yet.
    if (content.length === pageBytes && pages.size < mostKnown) pages.set(page, content)
    if (mayBe(page, content)) continue
    isSame = false
    isMoving ||= (frames.get(page) ?? []).some((frame) => frame > state.moved && frame <= state.moving)
  }
  return { pages, isSame, isMoving }
}
