import type { CourseParameters } from '@sitwell/contract/course-messages'
import type { RunTime } from './run-time.ts'
import { begin } from './run-time.ts'
import { beginSequencing } from './sequencing.ts'

const settings = { dataCommitFormat: 'flattened', lmsCommitUrl: false, autocommit: false, onLogMessage() {} } as const

/** A run time with all that its SCO finds, and whether the course's sequencing runs with it. Each version is loaded where it is needed. */
export const openRunTime = async (
  parameters: CourseParameters,
): Promise<{ readonly runTime: RunTime; readonly sequencing: SequencingOf | undefined }> => {
  if (parameters.launch.version === '1.2') {
    const { Scorm12API } = await import('scorm-again/scorm12/min')
    const runTime = new Scorm12API(settings)
    begin(runTime, parameters)
    return { runTime, sequencing: undefined }
  }
  const { Scorm2004API } = await import('scorm-again/scorm2004/min')
  if (parameters.launch.sequencing !== undefined) {
    // Boundary: the server makes it in the form that scorm-again takes.
    const runTime = new Scorm2004API({ ...settings, sequencing: parameters.launch.sequencing as object })
    if (beginSequencing(runTime, parameters)) {
      begin(runTime, parameters)
      const sequencing = {
        state: () => runTime.serializeSequencingState(),
        current: () => runTime.getSequencingState()?.currentActivity?.id as string | undefined,
      }
      return { runTime, sequencing }
    }
  }
  const runTime = new Scorm2004API(settings)
  begin(runTime, parameters)
  return { runTime, sequencing: undefined }
}

/** Where the course's sequencing stands. */
export interface SequencingOf {
  /** As the run time writes it down. */
  state(): string
  /** The activity that is to be delivered, by its name in the package. */
  current(): string | undefined
}
