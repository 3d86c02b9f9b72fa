import styles from './layout.module.css'

/** Source code or raw data, folded under its label. */
export function SourceText({ label, children }: { label: string; children: string }) {
  return (
    <details className={styles.source}>
      <summary>{label}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <pre dir="ltr" tabIndex={0}>
        {children}
      </pre>
    </details>
  )
}
