/** A short file in each of twelve languages, with brackets, strings, blocks and lines that repeat. */
export const goldenFiles: Readonly<Record<string, string>> = {
  typescript: `import { open } from "./files.ts";

export function total(prices: readonly number[], tax = 0.2): number {
  const sum = prices.reduce((all, one) => all + one, 0);
  if (sum > 100) {
    return Math.round(sum * (1 + tax));
  }
  for (const price of prices) {
    report(price, { tax, rounded: [1, 2] });
  }
  return sum;
}
`,
  python: `from files import open_all

def total(prices, tax=0.2):
    sum_all = sum(price for price in prices)
    if sum_all > 100:
        return round(sum_all * (1 + tax))
    for price in prices:
        report(price, {"tax": tax, "rounded": [1, 2]})
    return sum_all

print(total([1, 2, 3]))
`,
  go: `package shop

func Total(prices []float64, tax float64) float64 {
	sum := 0.0
	for _, price := range prices {
		sum += price * (1 + tax)
	}
	if sum > 100 {
		report(sum, []string{"large", "taxed"})
		return math.Round(sum)
	}
	return sum
}
`,
  rust: `use crate::files::open_all;

pub fn total(prices: &[f64], tax: f64) -> f64 {
    let sum: f64 = prices.iter().map(|price| price * (1.0 + tax)).sum();
    if sum > 100.0 {
        return sum.round();
    }
    for price in prices {
        report(price, vec![tax, sum]);
    }
    println!("{} of {}", sum, prices.len());
    sum
}
`,
  java: `package shop;

public class Shop {
    private final List<Price> prices = new ArrayList<>();

    public double total(double tax) {
        double sum = prices.stream().mapToDouble(price -> price.value()).sum();
        if (sum > 100) {
            return Math.round(sum * (1 + tax));
        }
        report(sum, List.of("large", "taxed"));
        return sum;
    }
}
`,
  csharp: `namespace Shop;

public class Prices
{
    private readonly List<decimal> prices = new();

    public decimal Total(decimal tax)
    {
        var sum = prices.Select(price => price * (1 + tax)).Sum();
        if (sum > 100)
        {
            Report(sum, new[] { "large", "taxed" });
            return Math.Round(sum);
        }
        return sum;
    }
}
`,
  php: `<?php

function total(array $prices, float $tax = 0.2): float {
    $sum = array_sum(array_map(fn ($price) => $price * (1 + $tax), $prices));
    if ($sum > 100) {
        return round($sum);
    }
    foreach ($prices as $price) {
        report($price, ['tax' => $tax, 'all' => [1, 2]]);
    }
    return $sum;
}
`,
  ruby: `require "files"

def total(prices, tax: 0.2)
  sum = prices.map { |price| price * (1 + tax) }.sum
  if sum > 100
    return sum.round(2)
  end
  prices.each do |price|
    report(price, { tax: tax, all: [1, 2] })
  end
  sum.to_f
end
`,
  kotlin: `package shop

fun total(prices: List<Double>, tax: Double = 0.2): Double {
    val sum = prices.map { price -> price * (1 + tax) }.sum()
    if (sum > 100) {
        return Math.round(sum).toDouble()
    }
    for (price in prices) {
        report(price, mapOf("tax" to tax, "all" to 2.0))
    }
    return sum
}
`,
  c: `#include "shop.h"

double total(const double *prices, int count, double tax) {
    double sum = 0;
    for (int index = 0; index < count; index++) {
        sum += prices[index] * (1 + tax);
    }
    if (sum > 100) {
        report(sum, (double[]){tax, 2.0});
        return round(sum);
    }
    return sum;
}
`,
  css: `.shop {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr));
  color: var(--vscode-foreground);
}

.shop > .price {
  font-weight: calc(400 + 100);
  background: url("price.svg") no-repeat;
  margin: 0 auto;
}
`,
  sql: `CREATE TABLE prices (
  id INTEGER PRIMARY KEY,
  product TEXT NOT NULL DEFAULT 'none',
  price NUMERIC(10, 2) CHECK (price > 0)
);

SELECT product, SUM(price * (1 + 0.2)) AS total
FROM prices
WHERE product IN ('first', 'second') AND price > 1
GROUP BY product
HAVING COUNT(*) > 1;
`,
};
