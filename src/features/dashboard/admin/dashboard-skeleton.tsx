import { Columns } from '#admin/kit/layout/columns.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import styles from './dashboard.module.css'

/** The shape of the dashboard while its figures are loading. */
export function DashboardSkeleton() {
  return (
    <div className={styles.parts}>
      <LoadingBlock height={140} />
      <LoadingBlock height={110} />
      <Columns>
        <LoadingBlock height={360} />
        <LoadingBlock height={360} />
      </Columns>
    </div>
  )
}
