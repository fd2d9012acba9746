// @ts-check
// JavaScript, as the thread that it runs in.
import { openSync, readSync } from 'node:fs'

/**
 * The state of the write-ahead log, which all processes that use the database share.
 * @typedef {object} LogIndex
 * @property {string} salts in the head of the log; others each time that the log begins anew
 * @property {number} frames committed to the log; each holds a page
 * @property {readonly [number, number]} checksum over all frames; the last frame carries it
 * @property {number} moved frames that a checkpoint has copied into the database's file
 * @property {number} moving frames up to which a checkpoint has begun to copy: equal to `moved` unless one is under way or was broken off
 * @property {number} pages of the database, those in the log included
 */

/** Sizes in the index, in words of 32 bits: of its head, which it has twice, and of everything before the page numbers. */
const headWords = 12
const infoWords = 34
/** The layout that this module reads (sqlite.org/walformat.html). */
const knownLayout = 3_007_000
const wordBytes = 4
/** A block of the index has this many page numbers, then a hash table of them. */
const blockWords = 4096
const blockBytes = 32_768

/** Bytes before the first frame of the log, and in each frame before its page. */
const logHeadBytes = 32
const frameHeadBytes = 24

/** @param {Uint32Array} words @param {number} at */
const word = (words, at) => words[at] ?? 0

/** @param {number} file @param {number} bytes @param {number} position @returns {Buffer} shorter at the end of the file */
export const readAt = (file, bytes, position) => {
  const buffer = Buffer.allocUnsafe(bytes)
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, position))
}

/** The first word of a log; if its last bit is set, the checksums read big-endian words. */
const magic = 0x377f0682

/** SQLite's running checksum, begun with the head of a log; undefined if the bytes are no head of a log. @param {Buffer} head */
const checksumAfter = (head) => {
  if (head.length < logHeadBytes || head.readUInt32BE() >>> 1 !== magic >>> 1) return undefined
  const isBigEndian = (head.readUInt32BE() & 1) === 1
  let [one, other] = [head.readUInt32BE(24), head.readUInt32BE(28)]
  return {
    /** @param {Buffer} bytes a multiple of 8 */
    add: (bytes) => {
      const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      for (let at = 0; at < bytes.length; at += 8) {
        one = (one + words.getUint32(at, !isBigEndian) + other) >>> 0
        other = (other + words.getUint32(at + 4, !isBigEndian) + one) >>> 0
      }
    },
    /** @param {number} first @param {number} second */
    equals: (first, second) => one === first && other === second,
  }
}

/**
 * The write-ahead log of an open database, and the index of it that all processes share. Both files stay open as long as this process
 * uses the database: closing the index would give up the locks that this process has on it.
 * @param {string} path of the database
 * @param {number} pageBytes
 */
export const openLog = (path, pageBytes) => {
  const file = openSync(`${path}-wal`, 'r')
  const index = openSync(`${path}-shm`, 'r')
  const frameBytes = frameHeadBytes + pageBytes
  /** @param {number} frame */
  const frameAt = (frame) => logHeadBytes + (frame - 1) * frameBytes

  /** @returns {LogIndex | undefined} undefined while another process writes the index */
  const read = () => {
    const words = new Uint32Array(infoWords)
    if (readSync(index, words, 0, words.byteLength, 0) < words.byteLength) return undefined
    for (let at = 0; at < headWords; at += 1) if (words[at] !== words[headWords + at]) return undefined
    if (word(words, 0) !== knownLayout) throw new Error(`The write-ahead log has the unknown layout ${words[0]}.`)
    return {
      salts: Buffer.from(words.buffer, 8 * wordBytes, 2 * wordBytes).toString('hex'),
      frames: word(words, 4),
      pages: word(words, 5),
      checksum: [word(words, 6), word(words, 7)],
      moved: word(words, 24),
      moving: word(words, 32),
    }
  }

  /** @param {LogIndex} state @returns {Uint32Array} the page number of each frame */
  const pagesIn = ({ frames }) => {
    const pages = new Uint32Array(frames)
    for (let done = 0; done < frames; ) {
      const at = infoWords + done
      const count = Math.min(blockWords - (at % blockWords), frames - done)
      const position = Math.floor(at / blockWords) * blockBytes + (at % blockWords) * wordBytes
      readSync(index, pages, done * wordBytes, count * wordBytes, position)
      done += count
    }
    return pages
  }

  /** @param {number} frame counted from 1 */
  const pageOf = (frame) => readAt(file, pageBytes, frameAt(frame) + frameHeadBytes)

  /** Whether the last frame of the log is on the disk. @param {LogIndex} state */
  const hasEnd = ({ frames, salts, checksum }) => {
    if (frames === 0) return true
    const last = readAt(file, frameBytes, frameAt(frames))
    if (last.length < frameBytes || last.toString('hex', 8, 16) !== salts) return false
    return last.readUInt32BE(16) === checksum[0] && last.readUInt32BE(20) === checksum[1]
  }

  /** Whether the log on the disk is the one that the index describes. @param {LogIndex} state */
  const isWhole = (state) =>
    state.frames === 0 || (readAt(file, logHeadBytes, 0).toString('hex', 16, 24) === state.salts && hasEnd(state))

  /**
   * Whether this frame's commit or a later one made the database shorter than a page: a checkpoint leaves such a page out.
   * @param {number} page @param {number} frame @param {LogIndex} state
   */
  const isCutSince = (page, frame, { frames }) => {
    for (let at = frame; at <= frames; at += 1) {
      const head = readAt(file, frameHeadBytes, frameAt(at))
      // Another process may cut the log at any moment; the index shows that.
      if (head.length < frameHeadBytes) return false
      const size = head.readUInt32BE(4)
      if (size > 0 && size < page) return true
    }
    return false
  }

  /**
   * Whether every frame of the log is on the disk as it was committed: each carries a checksum over all frames up to it. Reads the whole
   * log, so it is for doubts only.
   * @param {LogIndex} state
   */
  const isSoundThroughout = (state) => {
    if (state.frames === 0) return true
    const head = readAt(file, logHeadBytes, 0)
    const sum = checksumAfter(head)
    if (!sum) return false
    for (let frame = 1; frame <= state.frames; frame += 1) {
      const content = readAt(file, frameBytes, frameAt(frame))
      if (content.length < frameBytes || content.toString('hex', 8, 16) !== state.salts) return false
      sum.add(content.subarray(0, 8))
      sum.add(content.subarray(frameHeadBytes))
      if (!sum.equals(content.readUInt32BE(16), content.readUInt32BE(20))) return false
    }
    return isWhole(state)
  }

  return { file, index, read, pagesIn, pageOf, hasEnd, isWhole, isSoundThroughout, isCutSince }
}

/** @typedef {ReturnType<typeof openLog>} Log */
