import { useBlocker } from '@sitwell/navigation/navigation.tsx'
import { OpenElsewhere } from '@sitwell/ui/open-elsewhere.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { useRef } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { CoursePage } from './course-page.tsx'
import { type OpenSco, useCourseLock } from './use-course-lock.ts'

/** One course: `/elearning/{elearningGuid}` (spec 2 §2). One tab of a browser plays it. */
const ElearningPage = ({ courseGuid }: { readonly courseGuid: string }) => {
  const { text } = usePlayer()
  const open = useRef<OpenSco>(undefined)
  const { writing, takeOver } = useCourseLock(courseGuid, open)
  // Whoever goes to another page closes the SCO, which ends itself first.
  useBlocker(async ({ from, to }) => {
    if (from.pathname !== to.pathname) await open.current?.close()
    return false
  })
  if (writing === 'elsewhere')
    return (
      <OpenElsewhere
        title={text('course.elsewhereTitle')}
        text={text('course.elsewhereText')}
        action={text('course.elsewhereContinue')}
        onTakeOver={takeOver}
      />
    )
  if (writing === 'asking')
    return (
      <Page align="centre" width="card">
        <Spinner label={text('course.loading')} />
      </Page>
    )
  return <CoursePage courseGuid={courseGuid} open={open} />
}

export default ElearningPage
