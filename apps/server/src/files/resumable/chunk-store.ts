import { DataStore, Upload } from '@tus/server'
import { appendBytes, selectAnnounced, selectFile } from '../../assessment/files/index.ts'
import type { RunPlace } from '../../assessment/form-run/index.ts'
import type { HeardFrom } from '../../assessment/ledger/index.ts'
import type { AnnouncedFileTable } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import type { FilesContext } from '../files-context.ts'
import { chunkBytes, piecesOf } from '../receive-file.ts'
import { refusedByTus } from './tus-errors.ts'

/** How far the bytes of a file are; all of it once it is there, whichever way it came. */
const receivedOf = async (
  { database }: Pick<FilesContext, 'database'>,
  { org_id, file_guid, file_size }: AnnouncedFileTable,
) => {
  if (await selectFile(database, org_id, file_guid)) return file_size
  return (await selectAnnounced(database, org_id, file_guid))?.received ?? 0
}

/** The bytes of one announced file, as the tus server reads and writes them: in the chunks in which all files stand. */
export class ChunkStore extends DataStore {
  readonly #context: Pick<FilesContext, 'database' | 'clock' | 'contacts'>
  readonly #announced: AnnouncedFileTable
  readonly #by: HeardFrom

  constructor(context: Pick<FilesContext, 'database' | 'clock' | 'contacts'>, announced: AnnouncedFileTable, by: HeardFrom) {
    super()
    this.#by = by
    this.#context = context
    this.#announced = announced
  }

  override async getUpload(id: string): Promise<Upload> {
    return new Upload({ id, size: this.#announced.file_size, offset: await receivedOf(this.#context, this.#announced) })
  }

  /** Keeps what comes, also if it breaks off; answers how far the bytes are then. */
  override async write(source: AsyncIterable<Uint8Array>, _id: string, offset: number): Promise<number> {
    const { database, clock, contacts } = this.#context
    const { org_id: orgId, form_run_guid: formRunGuid } = this.#announced
    const place: RunPlace = { orgId, formRunGuid }
    let received = offset
    for await (const bytes of piecesOf(source, chunkBytes)) {
      await contacts.note(place, this.#by)
      const isNext = await appendBytes(database, { ...this.#announced, received }, { bytes, nowMs: clock.nowMs() })
      if (!isNext) throw refusedByTus(refuse('BUSY', 'Other bytes of this file have come meanwhile.'))
      received += bytes.length
    }
    return received
  }
}
