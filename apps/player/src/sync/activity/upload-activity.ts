import type { PlayerSync } from '../player-sync-types.ts'
import type { ActivityLog } from './activity-log.ts'
import { activityTypes } from './activity-types.ts'

/**
 * Logs what happens to a form run's files: an upload or a deletion when the server has done it, and beforehand where it was made
 * without a connection and waits (spec 3 §7).
 */
export const followUploads = (parts: {
  readonly log: Pick<ActivityLog, 'record'>
  readonly sync: {
    readonly uploads: Pick<PlayerSync['uploads'], 'subscribe'>
    readonly connection: Pick<PlayerSync['connection'], 'state'>
  }
  readonly formRunGuid: string
}): (() => void) =>
  parts.sync.uploads.subscribe((event) => {
    if (event.formRunGuid !== parts.formRunGuid || (event.kind !== 'kept' && event.kind !== 'done')) return
    if (event.kind === 'kept' && parts.sync.connection.state() === 'online') return
    const { kind, fileGuid: guid, fileName, fileSize } = event.record
    const { uploadOnline, uploadOffline, deleteUploadOnline, deleteUploadOffline } = activityTypes
    const [online, offline] = kind === 'upload' ? [uploadOnline, uploadOffline] : [deleteUploadOnline, deleteUploadOffline]
    parts.log.record(event.kind === 'done' ? online : offline, { guid, fileName, fileSize })
  })
