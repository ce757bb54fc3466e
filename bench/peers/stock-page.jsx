// A ticker's page as a small app would render it: the same API answers as on our page, in plain elements.

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const WIDTH = 720
const HEIGHT = 240

export function StockPage({ prices, stats, trades }) {
  const { ticker, dates, prices: closes, info } = prices
  const [low, high] = [Math.min(...closes), Math.max(...closes)]
  const line = closes.map((close, at) => {
    const x = (at / (closes.length - 1)) * WIDTH
    const y = HEIGHT - ((close - low) / (high - low || 1)) * HEIGHT
    return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
  })
  const rows = trades.insiders.trades.concat(trades.congress.trades)
  return (
    <main>
      <h1>
        {info['Company Name']} ({ticker})
      </h1>
      <p>{money.format(closes.at(-1))}</p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Closes of ${ticker}`}>
        <path d={line.join('')} fill="none" stroke="currentColor" />
      </svg>
      <table>
        <tbody>
          {dates.map((day, at) => (
            <tr key={day}>
              <td>{day}</td>
              <td>{money.format(closes[at])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        {Object.entries({ ...info, ...stats.stats }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      <ul>
        {rows.map((trade) => (
          <li key={trade.id ?? JSON.stringify(trade)}>
            {trade.member ?? trade.owners[0].name}: {trade.side ?? trade.type} <a href={trade.url}>record</a>
          </li>
        ))}
      </ul>
    </main>
  )
}
