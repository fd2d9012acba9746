import { Html } from '@sitwell/ui/html.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { Button } from 'react-aria-components/Button'
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure'
import { Heading } from 'react-aria-components/Heading'
import { usePlayer } from '../../api/player-context.tsx'
import styles from './question-view.module.css'

/** The text that several questions are about; it can be folded away. */
export const Scenario = ({
  html,
  isOpen,
  onToggle,
}: {
  readonly html: string
  readonly isOpen: boolean
  onToggle(isOpen: boolean): void
}) => {
  const { text } = usePlayer()
  return (
    <Disclosure isExpanded={isOpen} onExpandedChange={onToggle} className={styles.scenario ?? ''}>
      <Heading level={2} className={styles.scenarioHeading ?? ''}>
        <Button slot="trigger" className={styles.scenarioTrigger ?? ''}>
          {text('exam.scenario')}
          <Icon name="arrowDown" className={styles.chevron} />
        </Button>
      </Heading>
      <DisclosurePanel className={styles.scenarioPanel ?? ''}>
        <Html html={html} />
      </DisclosurePanel>
    </Disclosure>
  )
}
