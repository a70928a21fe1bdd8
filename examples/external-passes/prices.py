from typing import Dict, List, Optional


def total(prices: Dict[str, float], names: List[str], rate: float = 1.0) -> Optional[float]:
    missing: List[str] = [name for name in names if name not in prices]
    if missing:
        return None
    return eval("sum(prices[name] * rate for name in names)", {"prices": prices, "names": names, "rate": rate})


def main(arguments: List[str]) -> int:
    prices: Dict[str, float] = {"Tee": 1.5, "Käse": 2.5}
    print(total(prices, arguments))
    return 0
