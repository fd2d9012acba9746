import type { KeyboardEvent } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import type { useDocuments } from '../documents/use-documents.ts'
import { questionPaneId, questionTabId, sourcePaneId, sourceTabId } from './pane-ids.ts'
import type { Source } from './use-source.ts'
import styles from './work-surface.module.css'

/** On a phone: the question, its scenario and its documents as tabs. One stop of the Tab key; arrow keys lead from one to the next. */
export const SourceTabs = ({
  source,
  documents,
}: {
  readonly source: Source
  readonly documents: ReturnType<typeof useDocuments>
}) => {
  const { text } = usePlayer()
  const tabs = [
    { key: 'question', name: text('exam.questionTab'), isShown: !source.isShown, show: source.showQuestion },
    ...(source.scenarioHtml === ''
      ? []
      : [
          {
            key: 'scenario',
            name: text('exam.scenario'),
            isShown: source.isScenarioShown,
            show: () => source.showScenario(true),
          },
        ]),
    ...documents.documents.map((document) => ({
      key: document.address,
      name: document.name,
      isShown: document.address === source.document?.address,
      show: () => source.showDocument(document),
    })),
  ]
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const at = tabs.findIndex(({ isShown }) => isShown)
    const to = {
      ArrowRight: at + (isRightToLeft ? -1 : 1),
      ArrowLeft: at + (isRightToLeft ? 1 : -1),
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    if (to === undefined) return
    // At an end too: these keys turn no question here.
    event.preventDefault()
    tabs[to]?.show()
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div role="tablist" aria-label={text('exam.sources')} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map(({ key, name, isShown, show }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={key === 'question' ? questionTabId : isShown ? sourceTabId : undefined}
          aria-selected={isShown}
          aria-controls={key === 'question' ? questionPaneId : isShown ? sourcePaneId : undefined}
          tabIndex={isShown ? 0 : -1}
          className={styles.tab}
          data-document={key}
          onClick={show}
        >
          <bdi>{name}</bdi>
        </button>
      ))}
    </div>
  )
}
