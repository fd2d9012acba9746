import type { ExamFiles } from '@sitwell/question-types/panels'
import type { Player } from '../../context/player.ts'
import { activityTypes } from '../../sync/activity/activity-types.ts'
import type { ExamVisit } from './exam-visit.ts'
import { fileResolver } from './files-of-exam.ts'

const dataUrlOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('A file could not be read'))
    reader.readAsDataURL(blob)
  })

/** Reads files of an exam for panels: those that were loaded ahead from memory, others from the server. */
export const createExamFileReader = (
  player: Pick<Player, 'appSettings' | 'client' | 'api'>,
  visit: Pick<ExamVisit, 'exam' | 'files' | 'log'>,
): ExamFiles => {
  const addressOf = fileResolver(player, visit.exam)
  const blobOf = async (address: string): Promise<Blob | undefined> => {
    const cached = visit.files.get(address)
    if (cached !== undefined) return (await fetch(cached)).blob()
    const outcome = await player.api.fetchBlob(address)
    return outcome.ok ? outcome.value : undefined
  }
  const read = async (address: string) => {
    const whole = addressOf(address)
    return whole === undefined ? undefined : blobOf(whole)
  }
  return {
    codeOrigin: player.appSettings.scormServer,
    read,
    noteFailure: (message) => visit.log.record(activityTypes.popupError, message.slice(0, 500)),
    apiUrl: player.appSettings.apiEndpointUrl,
    addressOf,
    asData: async (address) => {
      const blob = await read(address)
      return blob?.type.startsWith('image/') ? dataUrlOf(blob) : undefined
    },
  }
}
