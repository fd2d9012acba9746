import { HtmlReadingProvider } from '@sitwell/ui/html-reading.tsx'
import { type CSSProperties, useMemo, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { hasAudio, LazySectionAudio } from '../audio/lazy-audio.tsx'
import { useDisplay } from '../display/use-display.tsx'
import { DocumentPane } from '../documents/document-pane.tsx'
import { useDocuments } from '../documents/use-documents.ts'
import { AnsweringBanner } from '../parts/answering-banner.tsx'
import { LazyDivider } from './lazy-source.tsx'
import { questionPaneId, questionTabId, sourcePaneId, sourceTabId } from './pane-ids.ts'
import { QuestionArea } from './question-area.tsx'
import { Scenario } from './scenario.tsx'
import { SourceStrip } from './source-strip.tsx'
import { useReturn } from './use-return.ts'
import { useSource } from './use-source.ts'
import type { useWorkLayout } from './use-work-layout.ts'
import styles from './work-surface.module.css'

/** The question, and what is read for it: beside each other, one above the other, or one in the other's place. */
export const WorkSurface = ({
  run,
  layout,
  isHidden,
  onTextFocus,
}: {
  readonly run: ExamRun
  readonly layout: ReturnType<typeof useWorkLayout>
  /** The review shows in its place. */
  readonly isHidden: boolean
  onTextFocus(focused: boolean): void
}) => {
  const { text } = usePlayer()
  const { visit, formRun, moves } = run
  const documents = useDocuments(run, layout.source === 'tab')
  const source = useSource(run, layout, documents)
  useReturn(source, isHidden)
  const { document: shown } = source
  const { openLink } = documents
  const reading = useMemo(() => ({ openLink }), [openLink])
  const isSplit = (source.isShown && !source.isInPlace) || source.isKeptFree
  const [dock, setDock] = useState<HTMLElement | null>(null)
  const percent = source.share * 100
  const style = {
    '--source-share': source.share,
    '--source-part': `${percent}fr`,
    '--question-part': `${100 - percent}fr`,
    '--text-scale': useDisplay().textPercent / 100,
    '--tools-px': layout.tools === 'beside' ? `${layout.toolsPx}px` : '0px',
  }
  const inTab = (tabId: string) => (source.isInPlace ? { role: 'tabpanel', 'aria-labelledby': tabId } : {})
  return (
    <main
      id={isHidden ? undefined : 'main'}
      hidden={isHidden}
      tabIndex={-1}
      className={styles.surface}
      data-source={isSplit ? layout.source : source.isShown ? 'alone' : 'none'}
      style={style as CSSProperties}
    >
      <HtmlReadingProvider reading={reading}>
        <SourceStrip source={source} documents={documents} />
        <div className={styles.banner}>
          <AnsweringBanner run={run} />
        </div>
        <div className={styles.audio}>
          {hasAudio(visit.exam) && (
            <LazySectionAudio
              exam={visit.exam}
              questionId={moves.questionId}
              heard={formRun.audio}
              isHeld={run.state.matches('exam_paused')}
            />
          )}
        </div>
        {source.isShown && (
          <div id={sourcePaneId} {...inTab(sourceTabId)} className={styles.source}>
            {shown ? (
              <DocumentPane
                visit={visit}
                document={shown}
                reading={formRun.documents}
                takesFocus={documents.takesFocus}
                onClose={documents.close}
              />
            ) : (
              <Scenario html={source.scenarioHtml} />
            )}
          </div>
        )}
        {source.isKeptFree && (
          <div id={sourcePaneId} className={styles.source}>
            <p className={styles.nothing}>{text('exam.noScenario')}</p>
          </div>
        )}
        {layout.tools === 'docked' && <div ref={setDock} className={styles.dock} />}
        {isSplit && (
          <LazyDivider
            isBeside={source.isBeside}
            controls={sourcePaneId}
            share={source.share}
            usual={source.usual}
            onChange={source.changeShare}
          />
        )}
        <div
          id={questionPaneId}
          {...inTab(questionTabId)}
          className={styles.question}
          data-scrolls=""
          hidden={source.isShown && source.isInPlace}
        >
          <QuestionArea run={run} layout={layout} dock={dock} onTextFocus={onTextFocus} />
        </div>
      </HtmlReadingProvider>
    </main>
  )
}
