"""What Portuguese calls topics."""

from core.memory.rules.topics.model import tongue

PORTUGUESE = tongue(
    "pt",
    """
    pet: animal_de_estimação animais_de_estimação bicho_de_estimação pet pets animal animais | cão
        cães cachorro cachorros cachorra cachorrinho gato gatos gata gatas gatinho gatinha hamster
        coelho coelhos papagaio periquito canário tartaruga cavalo cavalos aquário veterinário
        veterinária poodle
    family: família parente parentes pais | mãe mamãe pai papai irmão irmã irmãos irmãs avó avô avós
        tio tia tios primo prima primos sobrinho sobrinha sogra sogro cunhado cunhada
    partner: parceiro parceira relacionamento casamento | esposa esposo marido mulher_dele
        minha_mulher namorada namorado noiva noivo casado casada divórcio divorciado divorciada
    child: filho filha filhos filhas crianças criança | bebê bebé gêmeos gémeos neto neta grávida
    friend: amigo amiga amigos amigas amizade | melhor_amigo melhor_amiga
    work: trabalho trabalhos emprego profissão | trabalha trabalhas trabalhar trabalhava chefe
        colega_de_trabalho colegas_de_trabalho escritório salário promoção turno empresa estágio
        demitido demitida despedido enfermeira enfermeiro engenheiro engenheira professora
    school: escola universidade faculdade estudos | estuda estudo estudar estudante exame exames
        provas tese professor semestre mestrado
    home: casa lar apartamento | moro mora moras morar vivo vive mudou-se mudança aluguel endereço
        senhorio colega_de_quarto bairro
    health: saúde doença medicina | doente médico médica doutor hospital cirurgia dentista remédio
        remédios medicamento medicamentos diagnóstico diabetes asma enxaqueca dor_de_cabeça terapia
        terapeuta gripe resfriado febre lesão depressão ansiedade câncer cancro gravidez
    allergy: alergia alergias alérgico alérgica | intolerante intolerância
    food: comida comidas refeição refeições cozinha | come comer cozinhar cozinha almoço jantar
        café_da_manhã receita receitas vegano vegana vegetariano vegetariana pizza massa bolo pão
        queijo chocolate sopa salada sorvete gelado restaurante carne peixe
    drink: bebida bebidas | bebo beber café chá cerveja vinho suco sumo
    music: música músicas | canção canções banda show_de concerto guitarra violão piano violino
        bateria cantor cantora coro orquestra canta cantar
    film: filme filmes cinema | série séries documentário netflix
    book: livro livros leitura literatura | romance romances autor autora ler lendo biblioteca
    game: jogo jogos videogame | xadrez playstation xbox nintendo
    sport: esporte esportes desporto | futebol basquete ténis tênis vôlei nadar nada_todos natação
        correr corrida maratona yoga ioga ciclismo escalada boxe karatê judô academia ginásio surfe
    hobby: hobby hobbies passatempo passatempos tempo_livre | pintar pintura tricô jardinagem
        fotografia desenhar cerâmica trilhas pescar coleciona dançar dança costura
    travel: viagem viagens viajar férias | viajou voo voos aeroporto hotel exterior passaporte
    birthday: aniversário aniversários | nasci nasceu
    plan: plano planos planejamento | planeja consulta compromisso
    money: dinheiro finanças orçamento | dívida dívidas empréstimo poupança
    faith: fé religião | igreja deus rezar reza orar mesquita templo sinagoga cristão católico
        católica muçulmano budista judeu judia ateu ateia bíblia
    language: língua línguas idioma idiomas | fala_inglês falo_inglês bilíngue
    vehicle: veículo carro carros | bicicleta bike moto motocicleta dirige carteira_de_motorista
    plant: planta plantas jardim | flor flores cacto orquídea orquídeas rosas
    name: nome nomes apelido | chamo chama chamas
    age: idade | quantos_anos anos_de_idade anos_tenho
    none: cachorro-quente cachorro_quente graças_a_deus meu_deus pelo_amor_de_deus em_nome_de
        em_jogo gato_por_lebre chama_atenção chama_a_atenção
    """,
)
