"""A study on a real cluster: several worker processes, one of them killed while it works."""

import os
import signal
import time
from collections.abc import Callable
from typing import Any

import distributed
import pytest

from calclab import Move, View
from calclab.study import hands, study


def slow_fit() -> Callable[[View], Move]:
    """First fit that takes its time, as a function of a notebook cell."""

    def slow(view: View) -> Move:
        time.sleep(0.002)
        return view.moves()[0]

    return slow


@pytest.fixture
def cluster() -> Any:
    with (
        distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None
        ) as machines,
        distributed.Client(machines) as client,
    ):
        yield client


@pytest.mark.filterwarnings("default")
def test_a_killed_machine_loses_nothing_and_nothing_counts_twice(cluster: Any) -> None:
    pids = cluster.run(os.getpid)
    assert len(set(pids.values())) == 3
    victims: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if not victims and 0 < done < total // 2:
            busy = [worker for worker, tasks in cluster.processing().items() if tasks]
            victims.append(pids[busy[0]])
            os.kill(victims[0], signal.SIGKILL)

    strategy = slow_fit()
    alone = study(strategy, deals=60, seed=9, executor=hands.Here(), progress=False)
    with cluster.get_executor() as executor:
        found = study(strategy, deals=60, seed=9, executor=executor, workers=3, progress=kill_one)
    assert victims
    assert found == alone
    assert found.deals == 60 and found.faulty == 0
    assert victims[0] not in cluster.run(os.getpid).values()
