import { Loading, RootFrame } from '@sitwell/app-shell/root-frame.tsx'
import { useAddress } from '@sitwell/navigation/navigation.tsx'
import { matchAddress } from '@sitwell/navigation/page-address.ts'
import { lazy, Suspense } from 'react'
import { EndOfPreview } from './end-of-preview.tsx'
import { PreviewBar } from './preview-bar.tsx'
import { useMarkedTitle } from './use-marked-title.ts'

const ExamPage = lazy(() => import('../../exam/exam-page.tsx'))

/** Within the exam the address moves on from question to question, and each leads to its heading. */
const pageOf = (path: string) => /^\/exam\/[^/]+\/(?!intro|outro)/.exec(path)?.[0] ?? path

const orUndefined = (part: string | undefined) => (part === '' ? undefined : part)

const CurrentPage = () => {
  const address = useAddress()
  const named = matchAddress('/exam/$guid/$', address)
  // The player's other pages are about sittings and people: whatever leads to one of them ends the preview.
  if (named === undefined) return <EndOfPreview />
  const { guid = '', rest } = named
  return <ExamPage key={guid} examGuid={guid} page={orUndefined(rest)} />
}

/** The pages of the exam in the player's frame, below the bar that says what this is. */
export const PreviewPages = () => {
  useMarkedTitle()
  return (
    <RootFrame rule={() => 'allow'} pageOf={pageOf} signOut={null}>
      <PreviewBar />
      <Suspense fallback={<Loading />}>
        <CurrentPage />
      </Suspense>
    </RootFrame>
  )
}
