"""Plays runs of three steps on DBOS, without the wait for a queue, and prints how many a second: dbos_runs.py ADDRESS COUNT"""

import sys
import time

from dbos import DBOS

address, count = sys.argv[1], int(sys.argv[2])
DBOS(config={"name": "parcels", "system_database_url": address, "log_level": "ERROR", "sys_db_pool_size": 32})


@DBOS.step()
def handle(work: str, order: int) -> None:
    pass


@DBOS.workflow()
def send(order: int) -> int:
    for work in ("take", "charge", "hand-over"):
        handle(work, order)
    return order


DBOS.launch()
begin = time.monotonic()
for handle_of_run in [DBOS.start_workflow(send, order) for order in range(count)]:
    handle_of_run.get_result(polling_interval_sec=0.1)
print(f"{count / (time.monotonic() - begin):.1f}")
DBOS.destroy()
