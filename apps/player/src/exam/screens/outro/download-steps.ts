import { formRunsQuery } from '@sitwell/contract'
import type { Player } from '../../../context/player.ts'
import { failedCall } from '../../content/exam-failure.ts'
import type { OutroFacts } from '../../session/run/outro-facts.ts'
import type { OutroSteps } from './outro-steps.ts'
import { openResultsOver } from './results-connection.ts'
import { downloadResults, resultsFileName } from './results-download.ts'

/** What the outro of a downloadable practice exam does instead of waiting for a result (spec 3 §4). */
export const downloadSteps = (
  player: Player,
  { formRunGuid, examName }: OutroFacts,
  fetchResults: OutroSteps['fetchResults'],
): Required<Pick<OutroSteps, 'fetchResults' | 'downloadResults'>> => ({
  async fetchResults() {
    const outcome = await player.api.call(formRunsQuery, {
      body: { properties: ['ID', 'GUID', 'Processed'], filter: { property: 'GUID', value: formRunGuid } },
    })
    if (!outcome.ok) throw failedCall('Whether the exam is processed is unknown', outcome)
    if (outcome.value.results[0]?.Processed !== true) return { kind: 'completion', completed: false }
    const { result } = await fetchResults()
    return { kind: 'completion', completed: true, ...(result && { result }) }
  },
  async downloadResults(onProgress) {
    const { hubEndpointUrl, hubUrl = '' } = player.appSettings
    const open = openResultsOver(hubEndpointUrl ?? hubUrl, player.accessToken)
    const fileName = resultsFileName(examName, player.clock.nowMs())
    const download = await downloadResults(open, [formRunGuid, fileName, player.client.id], onProgress)
    return 'link' in download ? { link: player.api.resourceUrl(download.link) } : download
  },
})
