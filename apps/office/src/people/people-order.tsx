import { Select } from '@sitwell/office-ui/select.tsx'
import { useOffice } from '../office-context.tsx'
import { orderById, orderId, orders, type PeopleSort } from './people-list.ts'
import styles from './people-page.module.css'

interface Order {
  readonly sort: PeopleSort
  readonly descending: boolean
}

/** Chooses the order of people in windows too narrow for the headers of their table. */
export const PeopleOrder = ({
  values: { sort, descending },
  onOrder,
}: {
  readonly values: Order
  onOrder(order: Order): void
}) => {
  const { text } = useOffice()
  return (
    <div className={styles.order}>
      <Select
        label={text('people.order')}
        options={orders.map((id) => ({ id, title: text(`people.order.${id}`) }))}
        value={orderId(sort, descending)}
        onChange={(id) => onOrder(orderById(id))}
      />
    </div>
  )
}
