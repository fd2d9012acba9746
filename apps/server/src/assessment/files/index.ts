export { acceptLateFiles } from './accept-late-files.ts'
export {
  appendBytes,
  forgetBytes,
  insertAnnounced,
  markRefused,
  selectAnnounced,
  selectAnnouncedOf,
} from './announced-queries.ts'
export { entryOf, isLate } from './entry-of.ts'
export { forgetFiles, sweepFiles } from './forget-files.ts'
export { heldFiles } from './held-files.ts'
export {
  deleteContent,
  insertChunk,
  insertFile,
  markDeleted,
  nextPosition,
  selectChunk,
  selectFile,
  selectFiles,
  selectUnscanned,
  updateScan,
} from './queries.ts'
export { bytesOf, hashOf, MissingChunk } from './stored-bytes.ts'
