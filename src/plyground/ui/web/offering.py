"""What there is to choose from, offered to the pages."""

from __future__ import annotations

from plyground.ui.web.catalogue import Catalogue
from plyground.ui.web.http import Router
from plyground.ui.web.services import Services

router = Router("catalogue")


@router.get("/api/catalogue")
async def show_catalogue(services: Services) -> Catalogue:
    """Tell what there is: games, evaluations, players, features, bounds."""
    catalogue = await services.catalogue()
    # Somebody is choosing a game: meanwhile the rules and the usual opponents can be compiled.
    services.play.warm_up([described.game for described in catalogue.games])
    return catalogue
