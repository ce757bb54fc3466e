import chartStyles from './chart/price-chart.module.css'
import styles from './ticker-screen.module.css'

/** Placeholder for an asset that is loading, with the heights of what will come. */
export function TickerLoading({ ticker }: { ticker: string }) {
  return (
    <div className={styles.loading} aria-busy="true">
      <div className={styles.overview}>
        <h1 className={styles.ticker}>{ticker}</h1>
        <output className={styles.text}>Loading...</output>
      </div>
      <div className={chartStyles.box}>
        <div className={styles.plot} />
      </div>
    </div>
  )
}
