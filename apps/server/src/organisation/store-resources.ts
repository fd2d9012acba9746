import type { Kysely } from 'kysely'
import type { ExamPlace } from '../assessment/form-run/index.ts'
import type { Schema } from '../db/schema.ts'
import type { ImportedPackage } from '../import/imported-package.ts'
import { resourceChunkBytes } from '../resource/resource-chunk-bytes.ts'

/** Puts the files of an exam, or of an organisation, in the place of those that are there. */
export const storeResources = async (
  kysely: Kysely<Schema>,
  place: ExamPlace,
  resources: ImportedPackage['resources'],
): Promise<void> => {
  for (const table of ['exam_resource', 'exam_resource_chunk'] as const)
    await kysely
      .deleteFrom(table)
      .where((where) => where.and(place))
      .execute()
  for (const { path, mediaType, bytes } of resources) {
    await kysely
      .insertInto('exam_resource')
      .values({ ...place, path, media_type: mediaType, size: bytes.length })
      .execute()
    for (let number = 0; number * resourceChunkBytes < bytes.length; number += 1) {
      const chunk = bytes.subarray(number * resourceChunkBytes, (number + 1) * resourceChunkBytes)
      await kysely
        .insertInto('exam_resource_chunk')
        .values({ ...place, path, number, bytes: chunk })
        .execute()
    }
  }
}
