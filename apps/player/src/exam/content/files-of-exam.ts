import type { Player } from '../../context/player.ts'
import { resourceAddress } from '../../context/resource-address.ts'
import { type ExamFiles, filesOf } from './exam-files.ts'
import type { LoadedExam } from './loaded-exam.ts'

/** The address of a file of an exam as the browser loads it. */
export const fileResolver = (player: Pick<Player, 'appSettings' | 'client'>, exam: LoadedExam) =>
  resourceAddress({
    apiUrl: player.appSettings.apiEndpointUrl,
    resourceUrl: exam.content.resourceUrl,
    orgId: player.client.id,
    token: exam.content.resourceToken,
  })

/** The whole addresses of an exam's files. */
export const filesOfExam = (player: Pick<Player, 'appSettings' | 'client' | 'api'>, exam: LoadedExam): ExamFiles => {
  const resolve = fileResolver(player, exam)
  // A listed file's address is below the API endpoint; one in a text is relative to the exam's resources.
  return filesOf(exam.content, (address) =>
    exam.content.resources.some(({ url }) => url === address) ? resolve(player.api.resourceUrl(address)) : resolve(address),
  )
}
