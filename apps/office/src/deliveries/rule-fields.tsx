import {
  type DeliveryRules,
  deliveryPasswords,
  deliveryReleases,
  deliverySafeExamBrowser,
  deliverySupervision,
  deliverySupports,
} from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './deliveries.module.css'
import type { DeliveryValues } from './delivery-values.ts'

/** What holds while the exam is sat. */
export const RuleFields = ({
  values: { rules, sharedPassword },
  onRules,
  isNew,
  error,
}: {
  readonly values: DeliveryValues
  onRules(changed: Pick<DeliveryValues, 'rules' | 'sharedPassword'>): void
  /** It has no password for all yet. */
  readonly isNew: boolean
  readonly error: string | undefined
}) => {
  const { text } = useOffice()
  const set = (changed: Partial<DeliveryRules>) => onRules({ rules: { ...rules, ...changed }, sharedPassword })
  const known = <T extends string>(list: readonly T[], id: string, usual: T): T => list.find((one) => one === id) ?? usual
  return (
    <fieldset className={styles.part}>
      <legend>{text('deliveries.rules')}</legend>
      <div className={styles.pair}>
        <Choice
          label={text('deliveries.passwords')}
          value={rules.passwords}
          options={deliveryPasswords.map((id) => ({ id, title: text(`deliveries.passwords.${id}`) }))}
          onChange={(id) => set({ passwords: known(deliveryPasswords, id, 'none') })}
        />
        {rules.passwords === 'shared' && (
          <TextInput
            label={text('deliveries.sharedPassword')}
            help={isNew ? undefined : text('deliveries.sharedHelp')}
            isRequired={isNew}
            isLiteral
            maxLength={100}
            error={error}
            value={sharedPassword}
            onChange={(typed) => onRules({ rules, sharedPassword: typed })}
          />
        )}
        <Choice
          label={text('deliveries.safeExamBrowser')}
          value={rules.safeExamBrowser}
          options={deliverySafeExamBrowser.map((id) => ({ id, title: text(`deliveries.safeExamBrowser.${id}`) }))}
          onChange={(id) => set({ safeExamBrowser: known(deliverySafeExamBrowser, id, 'exam') })}
        />
        <Choice
          label={text('deliveries.proctoring')}
          value={rules.proctoring}
          options={deliverySupervision.map((id) => ({ id, title: text(`deliveries.proctoring.${id}`) }))}
          onChange={(id) => set({ proctoring: known(deliverySupervision, id, 'exam') })}
        />
        <Choice
          label={text('deliveries.supports')}
          value={rules.supports}
          options={deliverySupports.map((id) => ({ id, title: text(`deliveries.supports.${id}`) }))}
          onChange={(id) => set({ supports: known(deliverySupports, id, 'exam') })}
        />
        <Choice
          label={text('deliveries.release')}
          value={rules.release}
          options={deliveryReleases.map((id) => ({ id, title: text(`deliveries.release.${id}`) }))}
          onChange={(id) => set({ release: known(deliveryReleases, id, 'exam') })}
        />
      </div>
    </fieldset>
  )
}
